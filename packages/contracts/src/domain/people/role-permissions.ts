import { type Permission, permissions, type Role } from './user.ts';

const everything: readonly Permission[] = [...permissions, 'Test'];

/** Who creates and manages APIs runs them too, but what is deleted is gone for the whole team: that is an admin's. */
const byRole: Record<Role, readonly Permission[]> = {
  owner: everything,
  admin: everything,
  developer: ['Read', 'Write', 'Deploy', 'Monitor', 'Test'],
  tester: ['Read', 'Test'],
  viewer: ['Read'],
};

export const allows = (role: Role, permission: Permission): boolean => byRole[role].includes(permission);
