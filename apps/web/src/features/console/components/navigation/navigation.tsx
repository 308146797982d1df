import { allows } from '@rowcast/contracts/domain/people/role-permissions';
import { Boxes, Database, LayoutDashboard, ScrollText, Settings, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useWorkspace } from '@/features/auth/index.ts';
import { cn } from '@/shared/lib/class-names.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';

const navigation = [
  { key: 'overview', icon: LayoutDashboard },
  { key: 'apis', icon: Boxes },
  { key: 'datasets', icon: Database },
  { key: 'invite', icon: Users },
  { key: 'audit', icon: ScrollText },
  { key: 'settings', icon: Settings },
] as const;

export const itemClasses =
  'flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium transition-colors max-lg:h-10';
export const idleClasses = 'text-soft hover:bg-hover hover:text-text';

/** The workspace's pages that the user's role may see. */
export function usePlaces() {
  const workspace = useWorkspace();
  const closed = workspace && !allows(workspace.role, 'Manage Team');
  return navigation.filter(({ key }) => key !== 'audit' || !closed);
}

/** Shown in the sidebar, and in the sheet on a phone. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation('console', { keyPrefix: 'nav' });
  const paths = usePaths();
  return (
    <nav aria-label={t('label')} className="grid gap-0.5">
      {usePlaces().map(({ key, icon: Icon }) => (
        <NavLink
          key={key}
          to={paths[key]}
          end={key === 'overview'}
          onClick={onNavigate}
          className={({ isActive }) =>
            cn(itemClasses, isActive ? 'bg-accent-soft text-accent-text' : idleClasses)
          }
        >
          <Icon className="size-4 shrink-0" aria-hidden />
          <span className="truncate">{t(key)}</span>
        </NavLink>
      ))}
    </nav>
  );
}
