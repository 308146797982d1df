import { type Permission, permissions, type Role } from '@rowcast/contracts';

const everything: readonly Permission[] = [...permissions, 'Test'];

const byRole: Record<Role, readonly Permission[]> = {
  owner: everything,
  admin: everything,
  developer: ['Read', 'Write', 'Delete', 'Deploy', 'Monitor', 'Test'],
  tester: ['Read', 'Test'],
  viewer: ['Read'],
};

/** 'public' needs no session, 'self' any session, the rest a role in the workspace that has the permission. */
export type Access = 'public' | 'self' | Permission;

export const allows = (role: Role, permission: Permission): boolean => byRole[role].includes(permission);
