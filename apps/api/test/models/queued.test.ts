import { liveEvent } from '@rowcast/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobHandlers, runJobs } from '../../src/features/jobs/index.ts';
import { slotReport } from '../../src/platform/queue/slots.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { trainable } from './profiled-dataset.ts';

const now = new Date('2026-03-01T12:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ownWorkers: true, clock: { now: () => now } });
});
afterAll(() => app.close());

type Trainer = Awaited<ReturnType<typeof trainable>>;

const train = async ({ user, apiId, datasetId }: Trainer, timeBudgetSeconds: number): Promise<string> => {
  const body = { apiId, datasetId, targetColumn: 'bought', timeBudgetSeconds };
  return (await app.request.post('/api/v1/models').set(user.headers).send(body).expect(201)).body.id;
};
const get = async ({ user }: Trainer, id: string) =>
  (await app.request.get(`/api/v1/models/${id}`).set(user.headers).expect(200)).body;
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString();

test('a queued training has its position and estimated start, until a worker begins it', async () => {
  const [many, one] = [await trainable(app), await trainable(app)];
  const ids: string[] = [];
  for (let at = 0; at < 4; at += 1) ids.push(await train(many, 3_600));
  const [first = '', second = '', third = ''] = ids;
  expect((await get(many, second)).queue).toEqual({ position: 1, estimatedStart: null });

  await slotReport(app.services.redis, { train: 1 }).renew();
  const waiting = await train(one, 15);
  // One hour of each is fair, so the other 15 seconds come before the second hour.
  expect(await get(one, waiting)).toMatchObject({
    status: 'queued',
    queue: { position: 1, estimatedStart: inSeconds(3_600) },
  });
  expect((await get(many, second)).queue).toEqual({ position: 2, estimatedStart: inSeconds(3_615) });
  expect((await get(many, third)).queue).toEqual({ position: 3, estimatedStart: inSeconds(7_215) });
  const { body } = await app.request
    .get('/api/v1/models?status=queued&sort=version&order=asc')
    .set(many.user.headers)
    .expect(200);
  expect(body.data.map(({ queue }: { queue: { position: number } }) => queue.position)).toEqual([1, 2, 3, 4]);

  const handler = jobHandlers.find(({ queue }) => queue === 'train');
  const { rows } = await app.sql.query('select id from jobs where subject_id = $1', [first]);
  const progress = { ...(await get(many, first)).progress, phase: 'loading' };
  await handler?.progressed?.(app.services, rows[0].id, progress);
  expect(await get(many, first)).toMatchObject({ status: 'training', queue: null });
});

test('workspaces with queued trainings are notified of other positions', async () => {
  const trainer = await trainable(app);
  await train(trainer, 60);
  const stop = runJobs(app.services);
  const types = async () => {
    const entries = await app.services.redis.xrange(`events:${trainer.user.workspaceId}`, '-', '+');
    return entries.map(([, [, json = '']]) => liveEvent.parse(JSON.parse(json)).type);
  };
  await expect.poll(types, { timeout: 8_000 }).toContain('queue.changed');
  await stop();
});
