import { RowcastError } from '@rowcast/contracts';
import { spanOf, waitOf } from '../../platform/time/duration-text.ts';
import type { Policy } from './call-limits.ts';

const codes = {
  key: 'KEY_RATE_LIMITED',
  api: 'API_RATE_LIMITED',
  plan: 'PLAN_QUOTA_EXCEEDED',
} as const satisfies Record<Policy['name'], string>;

/** The exceeded limit, when to retry, and which plan raises it. */
export function limitReached({ name, quota, window }: Policy, retryAfterSeconds: number): RowcastError {
  const again = `Try again in ${waitOf(retryAfterSeconds)}`;
  const most = `${quota.toLocaleString('en')} ${quota === 1 ? 'call' : 'calls'}`;
  const messages = {
    key: `This API key has reached its rate limit of ${most} in ${spanOf(window)}. ${again}, or create a key with a higher limit on the API's Keys tab.`,
    api: `This API has reached its rate limit of ${most} in ${spanOf(window)}. ${again}, or increase rateLimitRequests in its settings.`,
    plan: `The plan's quota of ${most} this month is used up. Change the plan, or wait ${waitOf(retryAfterSeconds)} until the next month begins.`,
  };
  return new RowcastError(codes[name], { message: messages[name], retryAfterSeconds });
}
