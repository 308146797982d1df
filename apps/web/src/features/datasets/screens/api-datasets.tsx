import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { DatasetList } from '../components/dataset-list.tsx';

export function ApiDatasetsScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation('datasets');
  return (
    <section aria-label={t('title')}>
      <DatasetList apiId={id} />
    </section>
  );
}
