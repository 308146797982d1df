import type { Redis } from 'ioredis';
import { rateLimit } from '../../platform/rate-limit.ts';
import type { Services } from '../../platform/services.ts';

const open = (redis: Redis) => ({
  invitesPerWorkspace: rateLimit(redis, { name: 'invites', points: 300, seconds: 3600 }),
  resendPause: rateLimit(redis, { name: 'invite-resend', points: 1, seconds: 60 }),
});

const opened = new WeakMap<Redis, ReturnType<typeof open>>();

/** Invitations are mail to strangers. */
export function inviteLimits({ redis }: Pick<Services, 'redis'>): ReturnType<typeof open> {
  const limits = opened.get(redis) ?? open(redis);
  opened.set(redis, limits);
  return limits;
}
