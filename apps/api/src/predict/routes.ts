import { connectRedis } from '../platform/redis.ts';
import { routeChange, routeChannel } from '../platform/route-changes.ts';
import type { Services } from '../platform/services.ts';
import { findKey, findRoute, type KeyRoute, type LiveRoute } from './repository.ts';
import { routeCache } from './route-cache.ts';

export interface Routes {
  key(hash: string): Promise<KeyRoute | null>;
  api(id: string): Promise<LiveRoute | null>;
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
  const clear = () => {
    keys.clear();
    apis.clear();
  };
  const subscriber = connectRedis(config.REDIS_URL, 'patient', log);
  subscriber.on('close', () => {
    hears = false;
    clear();
  });
  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(routeChannel);
      clear();
      hears = true;
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'route changes are not heard');
    }
  });
  subscriber.on('message', (_channel, text) => {
    const { data: change } = routeChange.safeParse(jsonOf(text));
    if (!change) clear();
    else if ('apiId' in change) apis.forget(change.apiId);
    else keys.forget(change.keyHash);
  });
  return { key: keys.get, api: apis.get, close: () => subscriber.disconnect() };
}
