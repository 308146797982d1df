import { useTranslation } from 'react-i18next';

export function PricingScreen() {
  const { t } = useTranslation('site', { keyPrefix: 'pricing' });
  return <h1>{t('title')}</h1>;
}
