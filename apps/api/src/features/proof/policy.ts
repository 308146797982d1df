import type { Access } from '../../platform/security/permissions.ts';

export const policy = {
  get: 'self',
  sendCode: 'self',
  give: 'self',
} as const satisfies Record<string, Access>;
