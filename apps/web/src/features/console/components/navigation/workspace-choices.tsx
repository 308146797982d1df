import type { User } from '@rowcast/contracts/domain/people/user';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { workspacePaths } from '@/shared/lib/navigation/paths.ts';
import { DropdownMenu, MenuItem } from '@/shared/ui/actions/dropdown-menu.tsx';

interface WorkspaceChoicesProps {
  trigger: ReactNode;
  workspaces: User['workspaces'];
  current: User['workspaces'][number];
}

/** Loads at the first click on its trigger, then opens at once. */
export function WorkspaceChoices({ trigger, workspaces, current }: WorkspaceChoicesProps) {
  const { t } = useTranslation('console', { keyPrefix: 'workspace' });
  return (
    <DropdownMenu defaultOpen align="start" trigger={trigger}>
      <p className="px-2 pt-1.5 pb-1 text-faint text-xs">{t('yours')}</p>
      {workspaces.map((workspace) => (
        <MenuItem key={workspace.id} asChild>
          {/* Reloads the page, so that no cached data of the other workspace remains. */}
          <a href={workspacePaths(workspace.slug).overview} className="max-w-72">
            <Check className={cn(workspace !== current && 'invisible')} aria-hidden />
            <span className="min-w-0 flex-1 truncate">{workspace.name}</span>
            <span className="text-faint text-sm">{t(`role.${workspace.role}`)}</span>
          </a>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
