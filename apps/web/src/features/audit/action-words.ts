import { useTranslation } from 'react-i18next';

/** The label of an action. An unknown action is shown as its code. */
export function useActionWords(): (action: string) => string {
  const { t, i18n } = useTranslation('audit');
  return (action) => {
    const key = `event.${action}`;
    return i18n.exists(key, { ns: 'audit' }) ? t(key as 'event.api.created') : action;
  };
}
