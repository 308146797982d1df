import { allows } from '@rowcast/contracts/domain/people/role-permissions';
import type { Permission, User } from '@rowcast/contracts/domain/people/user';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useMe } from './api.ts';

/** The current workspace with the user's role; undefined while loading. */
export function useWorkspace(): User['workspaces'][number] | undefined {
  const { username } = useParams();
  return useMe().data?.workspaces.find(({ slug }) => slug === username);
}

/** Whether the user's role permits an action here. The server decides; this only hides what it would reject. */
export function usePermission(permission: Permission): boolean {
  const workspace = useWorkspace();
  return workspace !== undefined && allows(workspace.role, permission);
}

/**
 * Why the user's role does not permit an action, to show beside the disabled control. Undefined if permitted, and
 * until the role has loaded, so that nothing flashes as disabled.
 */
export function useDeniedReason(permission: 'Write' | 'Delete' | 'Deploy' | 'Test'): string | undefined {
  const { t } = useTranslation('ui');
  const workspace = useWorkspace();
  return workspace && !allows(workspace.role, permission) ? t(`mayNot.${permission}`) : undefined;
}
