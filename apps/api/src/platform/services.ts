import type { Redis } from 'ioredis';
import type { Config } from './config.ts';
import { bounds, connectDatabase, type Database } from './db/database.ts';
import { type EventPublisher, eventPublisher } from './events/event-stream.ts';
import { createLog, type Log } from './log/log.ts';
import { type ModelServer, modelServer } from './model-server.ts';
import { type Dispatcher, openDispatcher } from './queue/dispatch.ts';
import { openQueues, type Queues } from './queue/queues.ts';
import { connectRedis } from './redis/redis.ts';
import { type RouteNews, routeNews } from './redis/route-changes.ts';
import { openStorage, type Storage } from './storage/open-storage.ts';
import { type Clock, systemClock } from './time/clock.ts';

/** Everything outside the process that a feature may use. */
export interface Services {
  config: Config;
  clock: Clock;
  log: Log;
  db: Database;
  redis: Redis;
  queues: Queues;
  dispatcher: Dispatcher;
  events: EventPublisher;
  routeNews: RouteNews;
  storage: Storage;
  modelServer: ModelServer;
}

export function openServices(config: Config, process: 'api' | 'jobs', clock: Clock = systemClock): Services {
  const log = createLog(config, process);
  const redis = connectRedis(config.REDIS_URL, 'fail-fast', log);
  const db = connectDatabase(config.DATABASE_URL, bounds[process](config.DATABASE_TIMEOUT_SECONDS));
  const queues = openQueues(config, redis, log);
  return {
    config,
    clock,
    log,
    db,
    redis,
    queues,
    dispatcher: openDispatcher({ config, clock, db, log, redis, queues }),
    events: eventPublisher(redis, log),
    routeNews: routeNews(redis, log),
    storage: openStorage(config, (err) => log.error({ err, key: err.key }, 'stored object damaged')),
    modelServer: modelServer(config, log),
  };
}

export async function closeServices(services: Services): Promise<void> {
  await services.queues.close();
  services.redis.disconnect();
  await Promise.all([services.modelServer.close(), services.db.$client.end()]);
}
