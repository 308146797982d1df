import type { Access } from '../../platform/security/permissions.ts';

export const policy = {
  setup: 'self',
  verify: 'public',
  disable: 'self',
  renewRecoveryCodes: 'self',
} as const satisfies Record<string, Access>;
