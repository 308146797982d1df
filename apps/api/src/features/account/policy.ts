import type { Access } from '../../platform/security/permissions.ts';

/** An account is its owner's alone, whatever their role in a workspace. */
export const policy = { own: 'self' } as const satisfies Record<string, Access>;
