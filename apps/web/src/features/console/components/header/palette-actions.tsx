import { BrainCircuit, FlaskConical, KeyRound, Rocket, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useApiSearch } from '../../api.ts';
import { Group, Item } from './palette-items.tsx';

const actions = [
  { key: 'train', icon: BrainCircuit, address: 'models?train=new', permission: 'Write' },
  { key: 'deploy', icon: Rocket, address: 'models/versions', permission: 'Deploy' },
  { key: 'createKey', icon: KeyRound, address: 'settings/keys?create=true', permission: 'Write' },
  { key: 'upload', icon: Upload, address: 'datasets?upload=true', permission: 'Write' },
  { key: 'test', icon: FlaskConical, address: 'testing', permission: 'Test' },
] as const;

/** How many APIs have actions if none is open. */
const maxApis = 3;

/** What can be done with the open API, or else with the most recent ones. */
export function ApiActions({ onSelect }: { onSelect: (to: string) => void }) {
  const { t } = useTranslation('console', { keyPrefix: 'palette' });
  const paths = usePaths();
  const { pathname } = useLocation();
  const denied = {
    Write: useDeniedReason('Write'),
    Deploy: useDeniedReason('Deploy'),
    Test: useDeniedReason('Test'),
  };
  const recent = useApiSearch('').data?.data ?? [];
  const open = recent.find(({ id }) => `${pathname}/`.startsWith(`${paths.api(id)}/`));
  const apis = open ? [open] : recent.slice(0, maxApis);
  const allowed = actions.filter(({ permission }) => !denied[permission]);
  if (apis.length === 0 || allowed.length === 0) return null;
  return (
    <Group heading={t('actions')}>
      {allowed.flatMap(({ key, icon, address }) =>
        apis.map(({ id, name }) => (
          <Item
            key={`${key} ${id}`}
            icon={icon}
            value={`${t(`action.${key}`)} ${name} ${id}`}
            onSelect={() => onSelect(paths.apiTab(id, address))}
          >
            {t(`action.${key}`)} <span className="text-soft">· {name}</span>
          </Item>
        )),
      )}
    </Group>
  );
}
