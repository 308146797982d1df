import { limitsOf, rateLimit } from '../../platform/security/rate-limit.ts';

/** Invitations are mail to strangers. */
export const inviteLimits = limitsOf((redis) => ({
  invitesPerWorkspace: rateLimit(redis, { name: 'invites', points: 300, seconds: 3600 }),
  resendPause: rateLimit(redis, { name: 'invite-resend', points: 1, seconds: 60 }),
}));
