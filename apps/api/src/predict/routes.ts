import { connectRedis } from '../platform/redis.ts';
import { routeChange, routeChannel } from '../platform/route-changes.ts';
import type { Services } from '../platform/services.ts';
import { findKey, findRoute, type KeyRoute, type LiveRoute } from './repository.ts';
import { type RouteCache, routeCache } from './route-cache.ts';

/** So often a connection on which nothing is heard shows that it lives; one that does not answer is closed. */
const pingMs = 500;

export interface Routes {
  keys: RouteCache<KeyRoute>;
  apis: RouteCache<LiveRoute>;
  close(): void;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keys and deployments as this process knows them, kept true by the announcements of every change. */
export function openRoutes({ db, config, log }: Services): Routes {
  let hears = false;
  const keys = routeCache(
    (hash) => findKey(db, hash),
    () => hears,
  );
  const apis = routeCache(
    (id) => findRoute(db, id),
    () => hears,
  );
  const doubt = () => {
    keys.doubt();
    apis.doubt();
  };
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
      log.warn({ error: (error as Error).message }, 'route changes are not heard');
    }
  });
  subscriber.on('message', (_channel, text) => {
    const { data: change } = routeChange.safeParse(jsonOf(text));
    if (!change) doubt();
    else if ('apiId' in change) apis.forget(change.apiId);
    else keys.forget(change.keyHash);
  });
  const timer = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => {});
  }, pingMs).unref();
  return {
    keys,
    apis,
    close() {
      clearInterval(timer);
      subscriber.disconnect();
    },
  };
}
