import { hearts } from '@rowcast/contracts';
import { sql } from 'drizzle-orm';
import { Router } from 'express';
import { cacheForOneSecond } from '../platform/concurrency/memoize.ts';
import { beats } from '../platform/queue/heartbeat.ts';
import type { Services } from '../platform/services.ts';

const works = (check: Promise<unknown>): Promise<boolean> =>
  check.then(
    () => true,
    () => false,
  );

export function healthRouter({ db, redis, modelServer }: Services): Router {
  const router = Router();
  router.get('/live', (_req, res) => void res.json({ status: 'ok' }));
  const check = cacheForOneSecond(() =>
    Promise.all([
      works(db.execute(sql`select 1`)),
      works(redis.ping()),
      modelServer.ready(),
      ...hearts.map((heart) => beats(redis, heart).catch(() => false)),
    ]),
  );
  router.get('/ready', async (_req, res) => {
    const [database, queue, models, ...alive] = await check();
    const ready = database && queue;
    res.status(ready ? 200 : 503).json({
      status: ready ? 'ok' : 'unavailable',
      checks: {
        database,
        queue,
        models,
        ...Object.fromEntries(hearts.map((heart, at) => [heart, alive[at]])),
      },
    });
  });
  return router;
}
