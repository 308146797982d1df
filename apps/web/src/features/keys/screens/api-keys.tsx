import { useParams } from 'react-router-dom';
import { KeysPanel } from '../components/keys-panel.tsx';

export function ApiKeysScreen() {
  const { id = '' } = useParams();
  return <KeysPanel apiId={id} />;
}
