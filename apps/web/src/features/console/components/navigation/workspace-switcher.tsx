import type { User } from '@rowcast/contracts/domain/people/user';
import { ChevronsUpDown } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { cn } from '@/shared/lib/class-names.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { LazyOnPress } from '@/shared/ui/actions/lazy-on-press.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';

const Choices = lazy(() => import('./workspace-choices.tsx').then((m) => ({ default: m.WorkspaceChoices })));

interface WorkspaceSwitcherProps {
  workspaces: User['workspaces'];
  className?: string;
}

/** The current workspace and role, with a menu of the other workspaces. */
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
  const button = (
    <Button variant="ghost" className={cn('min-w-0 shrink px-2', className)} aria-haspopup="menu">
      <span className="sr-only">{t('switch')}: </span>
      {here}
      <ChevronsUpDown className="text-faint" aria-hidden />
    </Button>
  );
  return (
    <LazyOnPress button={button}>
      <Choices trigger={button} workspaces={workspaces} current={current} />
    </LazyOnPress>
  );
}
