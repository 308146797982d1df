import i18next from 'i18next';

/** What was sent or read, in the quotes of the reader's language. */
export const quoted = (text: string): string => i18next.t('ui:quoted', { text });
