import { useTranslation } from 'react-i18next';
import { useSupport } from '../api.ts';

/** The server's support address; without one, suggests whom to ask. */
export function Contact() {
  const { t } = useTranslation('site', { keyPrefix: 'help' });
  const { data, isPending } = useSupport();
  if (isPending) return null;
  return (
    <p className="mt-10 text-soft">
      {t('more')}{' '}
      {data?.email ? (
        <a href={`mailto:${data.email}`} className="font-medium text-accent-text hover:underline">
          {t('contact')}
        </a>
      ) : (
        t('askOperator')
      )}
    </p>
  );
}
