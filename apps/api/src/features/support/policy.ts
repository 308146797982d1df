import type { Access } from '../../platform/security/permissions.ts';

/** Who can't sign in needs help most. */
export const policy = { read: 'public' } as const satisfies Record<string, Access>;
