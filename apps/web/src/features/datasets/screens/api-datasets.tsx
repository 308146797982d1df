import { useParams } from 'react-router-dom';
import { DatasetList } from '../components/list/dataset-list.tsx';

export function ApiDatasetsScreen() {
  const { id = '' } = useParams();
  return <DatasetList apiId={id} />;
}
