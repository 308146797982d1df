import { useTranslation } from 'react-i18next';
import { useTitle } from '@/shared/lib/title.ts';
import { PageHeader } from '@/shared/ui/page-header.tsx';
import { DatasetList } from '../components/dataset-list.tsx';

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
