import type { Access } from '../../platform/security/permissions.ts';

/** Everyone has their own and no others. */
export const policy = { own: 'self' } as const satisfies Record<string, Access>;
