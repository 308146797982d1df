import { allows, type Permission, type Role } from '@rowcast/contracts';

/**
 * 'public' needs no session, 'self' any session, 'owner' the owner of the workspace, the rest a role in it that has
 * the permission.
 */
export type Access = 'public' | 'self' | 'owner' | Permission;

export const mayAccess = (role: Role, access: Exclude<Access, 'public'>): boolean =>
  access === 'self' || (access === 'owner' ? role === 'owner' : allows(role, access));
