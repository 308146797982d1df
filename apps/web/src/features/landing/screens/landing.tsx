import { useTranslation } from 'react-i18next';

export function LandingScreen() {
  const { t } = useTranslation('landing');
  return <h1 className="mx-auto max-w-6xl px-6 py-24 font-semibold text-4xl">{t('title')}</h1>;
}
