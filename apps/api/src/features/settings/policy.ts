import type { Access } from '../../platform/security/permissions.ts';

/** Everyone has their own settings; those that a workspace shares belong to whoever may change its APIs. */
export const policy = {
  own: 'self',
  readWorkspace: 'Read',
  changeWorkspace: 'Write',
} as const satisfies Record<string, Access>;
