import { limitsOf, rateLimit } from '../../platform/security/rate-limit.ts';

const lockSeconds = 15 * 60;

/** Consume before anything is compared, forget after the right code. */
export const mfaTries = limitsOf((redis) =>
  rateLimit(redis, {
    name: 'mfa',
    points: 10,
    seconds: lockSeconds,
    blockSeconds: lockSeconds,
    error: 'MFA_LOCKED',
  }),
);
