import type { Access } from '../../platform/security/permissions.ts';

/** Personal settings belong to their user. Workspace settings require the permission to change APIs. */
export const policy = {
  own: 'self',
  readWorkspace: 'Read',
  changeWorkspace: 'Write',
} as const satisfies Record<string, Access>;
