import { daySeconds } from '../../platform/time/durations.ts';
import type { KeyRoute, LiveRoute } from '../admission/repository.ts';

export interface Policy {
  /** Name in the response headers. */
  name: 'key' | 'api' | 'plan';
  quota: number;
  /** Seconds. */
  window: number;
}

/** The limits of a call, computed once per key and API. */
export interface CallLimits {
  policies: readonly Policy[];
  /** The RateLimit-Policy header. */
  header: string;
  /** Hash tag shared by the keys of a workspace: on a Redis cluster, one script may only touch keys in the same slot. */
  tag: string;
  /** KEYS and ARGV of the script. */
  keys: readonly string[];
  args: readonly string[];
  /** Interval of each limit in microseconds. */
  intervals: readonly number[];
  month: string | null;
  /** End of the month in milliseconds since 1970. Each month has its own key. */
  until: number;
}

/** Rounded down to whole microseconds, so that a burst admits exactly the quota. */
const interval = ({ quota, window }: Policy) => Math.floor((window * 1_000_000) / quota);

const monthBegins = (at: Date, later: number) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later);

function build(
  { workspaceId, apiId, settings, monthlyCalls }: LiveRoute,
  { keyId, limit }: KeyRoute,
  now: Date,
): CallLimits | null {
  const gcra: [string, Policy][] = [];
  if (limit) gcra.push([`key:${keyId}`, { name: 'key', quota: limit.requests, window: limit.window }]);
  if (settings.rateLimitEnabled) {
    const { rateLimitRequests: quota, rateLimitWindow: window } = settings;
    gcra.push([`api:${apiId}:${quota}/${window}`, { name: 'api', quota, window }]);
  }
  const policies = gcra.map(([, policy]) => policy);
  const intervals = policies.map(interval);
  const tag = `limit:{${workspaceId}}:`;
  const keys = gcra.map(([name]) => tag + name);
  const args = [gcra.length, ...intervals.flatMap((each, at) => [each, each * (policies[at]?.quota ?? 0)])];
  let month: string | null = null;
  let until = Number.POSITIVE_INFINITY;
  if (monthlyCalls !== null) {
    until = monthBegins(now, 1);
    const window = (until - monthBegins(now, 0)) / 1000;
    month = `${tag}month:${now.toISOString().slice(0, 7)}`;
    keys.push(month);
    args.push(monthlyCalls, window + daySeconds);
    policies.push({ name: 'plan', quota: monthlyCalls, window });
  } else args.push(0, 0);
  if (policies.length === 0) return null;
  const header = policies.map(({ name, quota, window }) => `"${name}";q=${quota};w=${window}`).join(', ');
  return { policies, header, tag, keys, args: args.map(String), intervals, month, until };
}

const ofRoute = new WeakMap<LiveRoute, CallLimits | null>();
const ofKey = new WeakMap<KeyRoute, { route: LiveRoute; limits: CallLimits | null }>();

const hasEnded = (limits: CallLimits | null, now: () => Date) =>
  limits !== null && limits.month !== null && now().getTime() >= limits.until;

/** Cached as long as the route and the key, but not beyond the month. */
export function callLimits(route: LiveRoute, key: KeyRoute, now: () => Date): CallLimits | null {
  if (!key.limit) {
    const known = ofRoute.get(route);
    if (known !== undefined && !hasEnded(known, now)) return known;
    const limits = build(route, key, now());
    ofRoute.set(route, limits);
    return limits;
  }
  const known = ofKey.get(key);
  if (known?.route === route && !hasEnded(known.limits, now)) return known.limits;
  const limits = build(route, key, now());
  ofKey.set(key, { route, limits });
  return limits;
}
