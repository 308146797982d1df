import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openEventStream } from '../harness/event-stream.ts';
import { type Candidate, oneRow, startCandidate } from './candidate.ts';
import { until } from './product.ts';
import { startModelServer } from './programs.ts';

let product: Candidate['product'];
let user: Candidate['user'];
let anna: Candidate['anna'];
let apiId: Candidate['apiId'];
let candidate: Candidate['candidate'];
let ask: Candidate['ask'];
let start: Candidate['start'];
let stop: Candidate['stop'];
let seed: Candidate['seed'];

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  ({ product, user, anna, apiId, candidate, ask, start, stop, seed } = await startCandidate());
}, 240_000);
afterAll(() => product?.close());

test('the model is said to be in memory or not, with what loading it took', async () => {
  const service = () => anna.get(`/apis/${apiId}/service`);
  const { take, close } = await openEventStream(product.app, user.headers);
  const reported = async (count: number) => (await take(count)).slice(0, count).map(({ data }) => data);
  await ask(oneRow);
  expect(await reported(1)).toEqual([{ type: 'calls.logged', apiId }]);
  await product.modelServer.kill();
  const memoryChanged = { type: 'memory.changed' };
  expect(await reported(2)).toContainEqual(memoryChanged);
  expect(await service()).toMatchObject({ state: 'unknown', coldStartMs: expect.any(Number) });
  const env = { ...product.env, MODEL_IDLE_SECONDS: '4' };
  product.modelServer = await startModelServer(env, product.modelServerPort);
  const unloaded = { state: 'unloaded', idleSeconds: null, unloadsAfterSeconds: 4 };
  expect((await reported(3)).slice(1)).toEqual([memoryChanged, memoryChanged]);
  close();
  expect(await service()).toMatchObject({ ...unloaded, coldStartMs: expect.any(Number) });
  const loaded = await until(async () => {
    expect((await ask(oneRow)).status).toBe(200);
    const found = await service();
    return found.state === 'loaded' && found;
  }, 10);
  expect(loaded.idleSeconds).toEqual(expect.any(Number));
  expect(loaded.coldStartMs).toBeGreaterThan(0);
  await until(async () => (await service()).state === 'unloaded', 20);
  const fresh = await anna.createApi('Without a model');
  await product.app.request.get(`/api/v1/apis/${fresh}/service`).set(user.headers).expect(409);
});

describe('a model that asks for something else', () => {
  let other: string;
  beforeAll(async () => {
    other = await seed('city');
  });

  const wanted = [
    { kind: 'target', field: null, before: 'income', after: 'city' },
    { kind: 'task', field: null, before: 'binary', after: 'multiclass' },
    { kind: 'field_added', field: 'income', before: null, after: 'category' },
    { kind: 'field_removed', field: 'city', before: 'category', after: null },
    { kind: 'field_removed', field: 'hours', before: 'number', after: null },
  ];
  const bare = (changes: { message: string }[]) =>
    changes.map(({ message, ...change }) => (message.length > 10 ? change : message));

  test('can not be tried beside the stable one, whose answers it can not be held against', async () => {
    for (const mode of ['canary', 'shadow']) {
      const { error } = await anna.post(`/apis/${apiId}/rollouts`, { modelId: other, mode }, 409);
      expect(error.code).toBe('ROLLOUT_OTHER_QUESTION');
    }
  });

  test('says what callers will meet, before it is deployed and when it is', async () => {
    expect((await anna.get(`/models/${candidate}/changes`)).data).toEqual([]);
    expect(bare((await anna.get(`/models/${other}/changes`)).data)).toEqual(wanted);
    const deployed = await anna.post(`/models/${other}/deploy`, {}, 200);
    expect(bare(deployed.warnings)).toEqual(wanted);
    expect((await anna.get(`/models/${other}/changes`)).data).toEqual([]);
    const back = await anna.post(`/apis/${apiId}/rollback`, {}, 200);
    expect(back.warnings.map(({ kind }: { kind: string }) => kind)).toContain('target');
    expect((await anna.post(`/models/${candidate}/deploy`, {}, 200)).warnings).toBeUndefined();
  });

  test('is rolled back from to the one before, and twice to the one before that, each written down', async () => {
    await anna.post(`/models/${other}/deploy`, {}, 200);
    const rollBack = async () => (await anna.post(`/apis/${apiId}/rollback`, {}, 200)).modelVersion;
    expect([await rollBack(), await rollBack()]).toEqual([2, 1]);
    expect((await anna.post(`/apis/${apiId}/rollback`, {}, 409)).error.code).toBe('NOTHING_TO_ROLL_BACK');
    const { data } = await anna.get('/audit-logs?action=api.rolled_back&limit=2');
    expect(
      data.map(({ details }: { details: Record<string, { version: number }> }) => [
        details.before?.version,
        details.after?.version,
      ]),
    ).toEqual([
      [2, 1],
      [3, 2],
    ]);
    // A model that is deployed after that is one to go back from, to what served until then.
    await anna.post(`/models/${candidate}/deploy`, {}, 200);
    expect(await rollBack()).toBe(1);
  });

  const rollBackTo = (deploymentId: string, status: number) =>
    anna.post(`/apis/${apiId}/rollback`, { deploymentId }, status);
  const hold = (releaseChecks: object[]) =>
    product.app.request
      .put(`/api/v1/apis/${apiId}`)
      .set(user.headers)
      .send({ settings: { releaseChecks } })
      .expect(200);

  test('is gone back to whatever is asked of models since, if it has served', async () => {
    await start({ mode: 'canary' });
    await stop();
    const [takenBack] = (await anna.get(`/apis/${apiId}/deployments`)).data;
    const served = await anna.post(`/models/${candidate}/deploy`, {}, 200);
    await anna.post(`/apis/${apiId}/rollback`, {}, 200);
    await hold([{ kind: 'invariant', field: 'age', most: 0 }]);
    const statuses = new Map(
      (await anna.get(`/apis/${apiId}/deployments`)).data.map(({ id, status }: Record<string, string>) => [
        id,
        status,
      ]),
    );
    expect([statuses.get(takenBack.id), statuses.get(served.id)]).toEqual(['withdrawn', 'withdrawn']);
    expect((await rollBackTo(takenBack.id, 409)).error.code).toBe('RELEASE_CHECK_FAILED');
    expect((await rollBackTo(served.id, 200)).modelId).toBe(candidate);
    await hold([]);
    expect((await anna.post(`/apis/${apiId}/rollback`, {}, 200)).modelVersion).toBe(1);
  });

  test('is not undone by who meant to go back from the one before', async () => {
    await anna.post(`/models/${candidate}/deploy`, {}, 200);
    const held = await product.app.sql.connect();
    const waiting = (calls: number) =>
      until(async () => {
        const { rows } = await product.app.sql.query(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length >= calls;
      }, 20);
    await held.query('begin');
    try {
      await held.query('select id from apis where id = $1 for update', [apiId]);
      const deploying = anna.post(`/models/${other}/deploy`, {}, 200);
      await waiting(1);
      const late = anna.post(`/apis/${apiId}/rollback`, {}, 409);
      await waiting(2);
      await held.query('commit');
      const { id } = await deploying;
      const { error, message } = await late;
      expect(error.code).toBe('CONFLICT');
      expect(message).toMatch(/^Nothing was rolled back: version 3 \(.+\) was deployed in the meantime\./);
      const [newest] = (await anna.get(`/apis/${apiId}/deployments`)).data;
      expect(newest).toMatchObject({ id, status: 'live' });
    } finally {
      await held.query('rollback');
      held.release();
    }
  });
});
