import { useTranslation } from 'react-i18next';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { DatasetList } from '../components/list/dataset-list.tsx';

export function DatasetsScreen() {
  const { t } = useTranslation('datasets');
  useTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <DatasetList />
    </>
  );
}
