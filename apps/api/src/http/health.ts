import { hearts, RowcastError } from '@rowcast/contracts';
import { sql } from 'drizzle-orm';
import { Router } from 'express';
import { cacheForOneSecond } from '../platform/concurrency/memoize.ts';
import { beats } from '../platform/queue/heartbeat.ts';
import type { Services } from '../platform/services.ts';
import { whyNotWritable } from '../platform/storage/room.ts';

const works = (check: Promise<unknown>): Promise<boolean> =>
  check.then(
    () => true,
    () => false,
  );

const capabilityNames = ['predictions', 'console', 'changes', 'uploads', 'training'] as const;
type Capability = (typeof capabilityNames)[number];
const isCapability = (name: unknown): name is Capability => capabilityNames.some((each) => each === name);

/** What each capability needs. Predictions need no queue and no room on the disk. */
const needs: Record<Capability, readonly string[]> = {
  predictions: ['database', 'models'],
  console: ['database'],
  changes: ['database', 'queue'],
  uploads: ['database', 'queue', 'storage'],
  training: ['database', 'queue', 'storage', 'worker', 'jobs'],
};

const reasons: Record<string, string> = {
  database: 'Postgres does not respond.',
  queue: 'Valkey does not respond, or its disk is full.',
  models: 'No model server responds.',
  worker: 'No worker is running.',
  jobs: 'No jobs process is running.',
};

const byCapability = <T>(of: (name: Capability) => T) =>
  Object.fromEntries(capabilityNames.map((name) => [name, of(name)])) as Record<Capability, T>;

export function healthRouter({ db, redis, modelServer, storage }: Services): Router {
  const router = Router();
  router.get('/live', (_req, res) => void res.json({ status: 'ok' }));
  const check = cacheForOneSecond(() =>
    Promise.all([
      works(db.execute(sql`select 1`)),
      works(redis.ping()),
      modelServer.ready(),
      whyNotWritable(storage.stagingFolder),
      ...hearts.map((heart) => beats(redis, heart).catch(() => false)),
    ]),
  );
  router.get('/ready', async (req, res) => {
    const [database, queue, models, notWritable, ...alive] = await check();
    const beating = Object.fromEntries(hearts.map((heart, at) => [heart, alive[at] ?? false]));
    const storageReady = notWritable === undefined;
    const checks: Record<string, boolean> = { database, queue, models, storage: storageReady, ...beating };
    const sentences: Record<string, string | undefined> = {
      ...reasons,
      ...(notWritable && { storage: notWritable }),
    };
    const missing = (name: Capability) => needs[name].filter((part) => !checks[part]);
    const capabilities = byCapability((name) => missing(name).length === 0);
    const unavailable = capabilityNames.filter((name) => !capabilities[name]);
    const asked = req.query.capability;
    if (asked !== undefined && !isCapability(asked))
      throw RowcastError.at('VALIDATION_FAILED', 'capability', `Use ${capabilityNames.join(', ')}`);
    const ready = asked === undefined ? Object.values(capabilities).some(Boolean) : capabilities[asked];
    const whole = Object.values(capabilities).every(Boolean);
    const status = whole ? 'ok' : ready ? 'degraded' : 'unavailable';
    res.status(ready ? 200 : 503).json({
      ...{ status, capabilities, checks },
      reasons: Object.fromEntries(
        unavailable.map((name) => [name, missing(name).map((part) => sentences[part])]),
      ),
    });
  });
  return router;
}
