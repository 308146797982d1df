import type { Access } from '../../platform/security/permissions.ts';

export const policy = {
  forgot: 'public',
  reset: 'public',
  change: 'self',
} as const satisfies Record<string, Access>;
