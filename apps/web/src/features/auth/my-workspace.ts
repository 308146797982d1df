import { allows } from '@rowcast/contracts/domain/people/role-permissions';
import type { Permission, User } from '@rowcast/contracts/domain/people/user';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useMe } from './api.ts';

/** The workspace on screen, with the role that one has in it; undefined until that is known. */
export function useWorkspace(): User['workspaces'][number] | undefined {
  const { username } = useParams();
  return useMe().data?.workspaces.find(({ slug }) => slug === username);
}

/** Whether one's role permits this here. The server decides; this spares people what it would refuse. */
export function useMay(permission: Permission): boolean {
  const workspace = useWorkspace();
  return workspace !== undefined && allows(workspace.role, permission);
}

/**
 * Why one's role does not permit this here, in a sentence to show beside what it keeps from working. Undefined where it
 * does, and until the role is known, so that nothing is barred for a moment first.
 */
export function useMayNot(permission: 'Write' | 'Delete' | 'Deploy' | 'Test'): string | undefined {
  const { t } = useTranslation('ui');
  const workspace = useWorkspace();
  return workspace && !allows(workspace.role, permission) ? t(`mayNot.${permission}`) : undefined;
}
