import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/shared/ui/page-header.tsx';
import { DatasetList } from '../components/dataset-list.tsx';

export function DatasetsScreen() {
  const { t } = useTranslation('datasets');
  return (
    <>
      <title>{`${t('title')} · Rowcast`}</title>
      <PageHeader title={t('title')} description={t('description')} />
      <DatasetList />
    </>
  );
}
