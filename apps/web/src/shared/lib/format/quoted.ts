import i18next from 'i18next';

/** Quotes text with the quotation marks of the language. */
export const quoted = (text: string): string => i18next.t('ui:quoted', { text });
