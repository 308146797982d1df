import { useTranslation } from 'react-i18next';

/** What was done, in words; an action that has none is told as it is recorded. */
export function useActionWords(): (action: string) => string {
  const { t, i18n } = useTranslation('audit');
  return (action) => {
    const key = `event.${action}`;
    return i18n.exists(key, { ns: 'audit' }) ? t(key as 'event.api.created') : action;
  };
}
