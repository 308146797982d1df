import { useTranslation } from 'react-i18next';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { Stages } from '../components/stages.tsx';
import { StartPanel } from '../components/start-panel.tsx';

export function StartScreen() {
  const { t } = useTranslation('onboarding');
  useTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stages current="upload" />
      <StartPanel />
    </>
  );
}
