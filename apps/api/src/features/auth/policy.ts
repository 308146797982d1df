import type { Access } from '../../platform/security/permissions.ts';

export const policy = {
  signup: 'public',
  login: 'public',
  resendOtp: 'public',
  verifyOtp: 'public',
  verifyEmail: 'public',
  refreshToken: 'public',
  logout: 'self',
  me: 'self',
} as const satisfies Record<string, Access>;
