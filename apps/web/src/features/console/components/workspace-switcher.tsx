import type { User } from '@rowcast/contracts/domain/user';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { cn } from '@/shared/lib/class-names.ts';
import { workspacePaths } from '@/shared/lib/paths.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { DropdownMenu, MenuItem } from '@/shared/ui/dropdown-menu.tsx';

interface WorkspaceSwitcherProps {
  workspaces: User['workspaces'];
  className?: string;
}

/** Where one is and as what; with more than one workspace, the way to the others. */
export function WorkspaceSwitcher({ workspaces, className }: WorkspaceSwitcherProps) {
  const { t } = useTranslation('console', { keyPrefix: 'workspace' });
  const { username } = useParams();
  const current = workspaces.find(({ slug }) => slug === username);
  if (!current) return null;
  const role = t(`role.${current.role}`);
  const here = (
    <>
      <span className="min-w-0 truncate">{current.name}</span>
      {current.role !== 'owner' && <Badge>{role}</Badge>}
    </>
  );
  if (workspaces.length === 1)
    return (
      <span className={cn('flex min-w-0 items-center gap-2 px-2 font-medium text-soft', className)}>
        {here}
      </span>
    );
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button variant="ghost" className={cn('min-w-0 shrink px-2', className)}>
          <span className="sr-only">{t('switch')}: </span>
          {here}
          <ChevronsUpDown className="text-faint" aria-hidden />
        </Button>
      }
    >
      <p className="px-2 pt-1.5 pb-1 text-faint text-xs">{t('yours')}</p>
      {workspaces.map((workspace) => (
        <MenuItem key={workspace.id} asChild>
          {/* Loads the page anew, so that no answer of one workspace is left beside those of another. */}
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
