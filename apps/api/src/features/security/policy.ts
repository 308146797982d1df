import type { Access } from '../../platform/security/permissions.ts';

export const policy = {
  get: 'self',
  securityLog: 'self',
  activityLog: 'self',
} as const satisfies Record<string, Access>;
