import type { RequestContext } from '../../platform/context.ts';
import { type RateLimit, rateLimit } from '../../platform/rate-limit.ts';

const lockSeconds = 15 * 60;

/** Consume before anything is compared, forget after the right code. */
export const mfaTries = ({ redis }: Pick<RequestContext, 'redis'>): RateLimit =>
  rateLimit(redis, {
    name: 'mfa',
    points: 10,
    seconds: lockSeconds,
    blockSeconds: lockSeconds,
    error: 'MFA_LOCKED',
  });
