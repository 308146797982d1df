import { LRUCache } from 'lru-cache';
import { recentRouteChanges, recordedMs } from '../db/route-changes.repository.ts';
import { connectRedis } from '../platform/redis/redis.ts';
import { type RecordedChange, recordedChange, routeChannel } from '../platform/redis/route-changes.ts';
import type { Services } from '../platform/services.ts';
import { repeat } from '../platform/time/repeat.ts';
import { bundlesOf } from './admission/live-route.ts';
import { findKey, findRoute, type KeyRoute, type LiveRoute } from './admission/repository.ts';
import { type RouteCache, routeCache } from './admission/route-cache.ts';

/** Interval of pings on an idle subscription. A connection that does not respond is closed. */
const pingMs = 500;
/** Interval of polling Postgres for changes, in case a pub/sub message was lost. */
const askMs = 1_000;
const maxApplied = 10_000;

export interface Routes {
  keys: RouteCache<KeyRoute>;
  apis: RouteCache<LiveRoute>;
  close(): Promise<void>;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Caches of keys and routes, invalidated over pub/sub and by polling the record of every change.
 *
 * @param retired Called with the bundle of each model that stops serving its API.
 */
export function createRouteCaches(
  { db, config, log, routeNews }: Services,
  retired: (bundleHash: string) => void,
): Routes {
  let subscribed = false;
  const keys = routeCache(
    (hash) => findKey(db, hash),
    () => subscribed,
  );
  const apis = routeCache(
    (id) => findRoute(db, id),
    () => subscribed,
    (before, now) => {
      const kept = now ? bundlesOf(now) : [];
      for (const hash of bundlesOf(before)) if (!kept.includes(hash)) retired(hash);
    },
  );
  const invalidateAll = () => {
    keys.invalidateAll();
    apis.invalidateAll();
  };
  /** Applied changes by id, for as long as their records are polled. */
  const applied = new LRUCache<string, Promise<void>>({ max: maxApplied, ttl: 2 * recordedMs });
  const applyChange = ({ id, change }: RecordedChange): Promise<void> => {
    const before = applied.get(id);
    if (before) return before;
    const done = 'apiId' in change ? apis.renew(change.apiId) : Promise.resolve(keys.forget(change.keyHash));
    applied.set(id, done);
    return done;
  };
  const pollChanges = async () => {
    for (const change of await recentRouteChanges(db)) void applyChange(change);
  };
  const stopPolling = repeat({ every: askMs, log, what: 'poll route changes' }, pollChanges);
  const unfollow = routeNews.follow(applyChange);
  const subscriber = connectRedis(config.REDIS_URL, 'listening', log);
  subscriber.on('close', () => {
    subscribed = false;
    invalidateAll();
  });
  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(routeChannel);
      invalidateAll();
      subscribed = true;
    } catch (error) {
      log.warn({ err: error }, 'the subscription to route changes is down');
    }
  });
  subscriber.on('message', (_channel, text) => {
    const { data: change } = recordedChange.safeParse(jsonOf(text));
    if (change) void applyChange(change);
    else invalidateAll();
  });
  const stopPinging = repeat({ every: pingMs, log, what: 'ping Redis' }, async () => {
    // An unanswered ping closes the connection.
    if (subscriber.status === 'ready') await subscriber.ping().catch(() => {});
  });
  return {
    keys,
    apis,
    async close() {
      unfollow();
      subscriber.disconnect();
      await Promise.all([stopPinging(), stopPolling()]);
    },
  };
}
