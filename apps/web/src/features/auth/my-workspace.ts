import { allows } from '@rowcast/contracts/domain/role-permissions';
import type { Permission, User } from '@rowcast/contracts/domain/user';
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

/** Known not to be permitted: what is left out for this reason does not appear for a moment first. */
export function useMayNot(permission: Permission): boolean {
  const workspace = useWorkspace();
  return workspace !== undefined && !allows(workspace.role, permission);
}
