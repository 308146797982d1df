import { limitsOf, rateLimit } from '../../platform/security/rate-limit.ts';

/** Tries of a password by someone signed in, who may sit at a screen that was left open. */
export const passwordTries = limitsOf((redis) =>
  rateLimit(redis, { name: 'password-tries', points: 10, seconds: 15 * 60 }),
);
