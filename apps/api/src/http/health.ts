import { hearts, RowcastError } from '@rowcast/contracts';
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

const capabilityNames = ['predictions', 'console', 'changes', 'training'] as const;
type Capability = (typeof capabilityNames)[number];
const isCapability = (name: unknown): name is Capability => capabilityNames.some((each) => each === name);

/** What works with the services that are there. Predictions need no queue, which refuses to write on a full disk. */
const capabilitiesOf = (checks: Record<string, boolean>): Record<Capability, boolean> => {
  const { database = false, queue = false, models = false, worker = false, jobs = false } = checks;
  return {
    predictions: database && models,
    console: database,
    changes: database && queue,
    training: database && queue && worker && jobs,
  };
};

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
  router.get('/ready', async (req, res) => {
    const [database, queue, models, ...alive] = await check();
    const beating = Object.fromEntries(hearts.map((heart, at) => [heart, alive[at] ?? false]));
    const checks = { database, queue, models, ...beating };
    const capabilities = capabilitiesOf(checks);
    const asked = req.query.capability;
    if (asked !== undefined && !isCapability(asked))
      throw RowcastError.at('VALIDATION_FAILED', 'capability', `Use ${capabilityNames.join(', ')}`);
    const ready = asked === undefined ? Object.values(capabilities).some(Boolean) : capabilities[asked];
    const whole = Object.values(capabilities).every(Boolean);
    const status = whole ? 'ok' : ready ? 'degraded' : 'unavailable';
    res.status(ready ? 200 : 503).json({ status, capabilities, checks });
  });
  return router;
}
