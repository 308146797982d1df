import { LRUCache } from 'lru-cache';
import { recentRouteChanges, recordedMs } from '../db/route-changes.repository.ts';
import { connectRedis } from '../platform/redis/redis.ts';
import { type RecordedChange, recordedChange, routeChannel } from '../platform/redis/route-changes.ts';
import type { Services } from '../platform/services.ts';
import { repeat } from '../platform/time/repeat.ts';
import { bundlesOf } from './admission/live-route.ts';
import { findKey, findRoute, type KeyRoute, type LiveRoute } from './admission/repository.ts';
import { type RouteCache, routeCache } from './admission/route-cache.ts';

/** So often a connection on which nothing is heard shows that it lives; one that does not answer is closed. */
const pingMs = 500;
/** So often Postgres is asked for changes: an announcement may fail, or its process be killed before it. */
const askMs = 1_000;
const maxHeeded = 10_000;

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
 * Keys and deployments as this process knows them, kept true by the announcements and the record of every change.
 *
 * @param retired Told the bundle of each model that its API is found to answer with no more.
 */
export function openRoutes(
  { db, config, log, routeNews }: Services,
  retired: (bundleHash: string) => void,
): Routes {
  let hears = false;
  const keys = routeCache(
    (hash) => findKey(db, hash),
    () => hears,
  );
  const apis = routeCache(
    (id) => findRoute(db, id),
    () => hears,
    (before, now) => {
      const kept = now ? bundlesOf(now) : [];
      for (const hash of bundlesOf(before)) if (!kept.includes(hash)) retired(hash);
    },
  );
  const doubt = () => {
    keys.doubt();
    apis.doubt();
  };
  /** What was done about each change, by its id, for as long as its record is read. */
  const heeded = new LRUCache<string, Promise<void>>({ max: maxHeeded, ttl: 2 * recordedMs });
  const heed = ({ id, change }: RecordedChange): Promise<void> => {
    const before = heeded.get(id);
    if (before) return before;
    const done = 'apiId' in change ? apis.renew(change.apiId) : Promise.resolve(keys.forget(change.keyHash));
    heeded.set(id, done);
    return done;
  };
  const askChanges = async () => {
    for (const change of await recentRouteChanges(db)) void heed(change);
  };
  const stopAsking = repeat({ every: askMs, log, what: 'asking for route changes' }, askChanges);
  const unfollow = routeNews.follow(heed);
  const subscriber = connectRedis(config.REDIS_URL, 'listening', log);
  subscriber.on('close', () => {
    hears = false;
    doubt();
  });
  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(routeChannel);
      doubt();
      hears = true;
    } catch (error) {
      log.warn({ err: error }, 'route changes are not heard');
    }
  });
  subscriber.on('message', (_channel, text) => {
    const { data: change } = recordedChange.safeParse(jsonOf(text));
    if (change) void heed(change);
    else doubt();
  });
  const stopPinging = repeat({ every: pingMs, log, what: 'asking whether Redis is there' }, async () => {
    // What it does not answer, its connection tells by closing.
    if (subscriber.status === 'ready') await subscriber.ping().catch(() => {});
  });
  return {
    keys,
    apis,
    async close() {
      unfollow();
      subscriber.disconnect();
      await Promise.all([stopPinging(), stopAsking()]);
    },
  };
}
