import type { Access } from '../../platform/security/permissions.ts';

export const policy = { list: 'self', revoke: 'self' } as const satisfies Record<string, Access>;
