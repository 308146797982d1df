import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { GoneState } from '@/shared/ui/states/gone-state.tsx';
import { useCurrentApi } from '../current-api.ts';

/** Former addresses below an API. Logic and Workflows get tabs once they exist; until then they open the overview. */
const moved: Record<string, string> = {
  edit: 'settings/update',
  update: 'settings/update',
  keys: 'settings/keys',
  versions: 'models/versions',
  test: 'testing',
  logic: '',
  workflows: '',
};

/** Redirects a former address, with its query and hash. Any other address does not exist. */
export function OtherAddress() {
  const { t } = useTranslation(['problems', 'apis']);
  const { '*': address = '' } = useParams();
  const { search, hash } = useLocation();
  const paths = usePaths();
  const { id } = useCurrentApi();
  const to = moved[address.replace(/\/+$/, '')];
  if (to === undefined)
    return (
      <GoneState title={t('problems:notFound.title')} to={paths.api(id)} label={t('apis:tabs.overview')} />
    );
  return <Navigate to={{ pathname: to ? paths.apiTab(id, to) : paths.api(id), search, hash }} replace />;
}
