import type { Access } from '../../platform/security/permissions.ts';

/** A developer may invite only where the team's settings say so, which the verbs ask. */
export const policy = {
  list: 'Read',
  invite: 'Write',
  approve: 'Manage Team',
  lookUp: 'public',
  accept: 'self',
} as const satisfies Record<string, Access>;
