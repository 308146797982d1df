import { aliveKey, aliveSeconds } from '@rowcast/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beat } from '../../src/platform/queue/heartbeat.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

const checks = async () => (await app.request.get('/health/ready')).body.checks;

test('says whether a worker and a jobs process run, which calls can do without', async () => {
  const { status, body } = await app.request.get('/health/ready');
  expect(status).toBe(200);
  expect(body.checks).toMatchObject({ database: true, queue: true, worker: false, jobs: false });

  const stop = beat(app.services, 'jobs', {});
  await expect.poll(checks, { timeout: 5_000 }).toMatchObject({ jobs: true, worker: false });
  await stop();
  // A killed process is detected within this time.
  const left = await app.services.redis.ttl(aliveKey('jobs'));
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(aliveSeconds);
  await app.services.redis.del(aliveKey('jobs'));
  await expect.poll(checks, { timeout: 5_000 }).toMatchObject({ jobs: false });
});

test('sends a heartbeat as soon as it is connected', async () => {
  const { redis, log, dispatcher } = app.services;
  const own = redis.duplicate();
  const stop = beat({ redis: own, log, dispatcher }, 'jobs', {});
  // Well before it would tell of itself again.
  await expect.poll(() => redis.exists(aliveKey('jobs')), { timeout: 2_000 }).toBe(1);
  await stop();
  await own.quit();
  await redis.del(aliveKey('jobs'));
});

test('each capability has its own readiness', async () => {
  const ready = async (capability?: string) => {
    const { status, body } = await app.request.get('/health/ready').query(capability ? { capability } : {});
    return { status, ...body };
  };
  expect(await ready()).toMatchObject({
    ...{ status: 'degraded' },
    capabilities: { predictions: false, console: true, changes: true, uploads: true, training: false },
    reasons: {
      predictions: ['No model server responds.'],
      training: ['No worker is running.', 'No jobs process is running.'],
    },
  });
  const statuses = await Promise.all(
    ['console', 'changes', 'training', 'predictions'].map(
      async (name) => (await app.request.get('/health/ready').query({ capability: name })).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 503, 503]);
  await app.request.get('/health/ready?capability=everything').expect(400, /capability/);
});
