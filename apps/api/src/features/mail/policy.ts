import type { Access } from '../../platform/security/permissions.ts';

/** Whom mails go to, and why they do not arrive, is for who manages the team. */
export const policy = {
  list: 'Manage Team',
  sendAgain: 'Manage Team',
  chooseInvitations: 'public',
} as const satisfies Record<string, Access>;
