import { createRollout } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRollouts } from '../../src/features/rollouts/index.ts';
import { recordCalls } from '../../src/predict/logging/call-log.repository.ts';
import { type Call, replayedCode } from '../../src/predict/logging/logged-call.ts';
import { recordShadowAnswer } from '../../src/predict/rollouts/shadow.repository.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { waitingForLocks } from '../harness/locks.ts';
import { callsOf } from '../predict/calls.ts';

let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
});
afterAll(() => app.close());

type Label = NonNullable<Call['label']>;
const refused = { status: 422, code: 'ROW_INVALID' };

async function start(given: Pick<Parameters<typeof createRollout>[1], 'mode' | 'gates'> = {}) {
  const { workspaceId } = user;
  const { id: rolloutId, apiId } = await createRollout(app.sql, { workspaceId, ...given });
  const now = new Date();
  const current = async () => {
    const { body } = await app.request.get(`/api/v1/apis/${apiId}/rollouts`).set(user.headers).expect(200);
    return body.data[0];
  };
  return {
    current,
    called: (label: Label, count: number, given: Partial<Call> = {}) =>
      recordCalls(
        app.services.db,
        callsOf({ workspaceId, apiId, rolloutId, label, score: 1, at: now, ...given }, count),
      ),
    shadowed: (callId: string, status: number) =>
      recordShadowAnswer(app.services.db, {
        ...{ rolloutId, callId, status, at: now, latencyMs: 5, score: status === 200 ? 1 : null },
        ...{ rows: 1, differing: status === 200 ? 0 : 1, maxDelta: 0, differences: [] },
      }),
    checked: async () => {
      await checkRollouts(app.services);
      return current();
    },
  };
}

test('a candidate that refuses what the deployed model answers is taken back', async () => {
  const { called, checked } = await start();
  await called('stable', 60);
  await called('candidate', 49, refused);
  expect((await checked()).status).toBe('running');
  await called('candidate', 1, refused);
  const { status, reason, why, figures } = await checked();
  expect(status).toBe('rolled_back');
  expect(why).toMatchObject([{ code: 'REFUSAL_RATE', params: { share: 1, calls: 50, expectedShare: 0 } }]);
  expect(reason).toBe(
    'The candidate rejected 100% of 50 requests, compared with 0% for the deployed version. The allowed difference is 10%.',
  );
  expect(figures.candidate).toMatchObject({ calls: 50, errorRate: 0, refusalRate: 1 });
});

test('one that ended before reasons had codes returns its stored sentence', async () => {
  const { called, checked, current } = await start();
  await called('stable', 60);
  await called('candidate', 60, refused);
  const { id, reason } = await checked();
  await app.sql.query('update rollouts set why = null where id = $1', [id]);
  expect((await current()).why).toEqual([{ code: 'GATE', params: { sentence: reason } }]);
});

test('a candidate may refuse what the deployed model refuses too', async () => {
  const { called, checked } = await start();
  for (const label of ['stable', 'candidate'] as const) {
    await called(label, 30);
    await called(label, 30, refused);
  }
  expect(await checked()).toMatchObject({ status: 'running', figures: { candidate: { refusalRate: 0.5 } } });
});

test('a shadow that refuses what was answered is taken back, however much is refused otherwise', async () => {
  const { called, shadowed, checked } = await start({ mode: 'shadow', gates: { minCalls: 10 } });
  await called('stable', 10, refused);
  await called('stable', 10);
  for (let each = 0; each < 10; each += 1) await shadowed(`prd_${each}`, each < 7 ? 200 : 422);
  const { status, reason, figures } = await checked();
  expect(status).toBe('rolled_back');
  expect(reason).toMatch(
    /^The candidate rejected 30% of 10 requests, compared with 0% for the deployed version/,
  );
  expect(figures).toMatchObject({ stable: { refusalRate: 0.5 }, shadow: { rows: 10, differing: 3 } });
});

test('calls that say nothing about a model do not count: invalid, without capacity, replayed', async () => {
  const { called, current } = await start();
  await called('candidate', 5, { status: 429 });
  await called('candidate', 5, { status: 403, code: 'API_DISABLED' });
  await called('candidate', 5, { keyId: null });
  await called('candidate', 5, { code: replayedCode });
  for (const [status, code] of [
    [400, 'BODY_NOT_JSON'],
    [408, 'BODY_TIMEOUT'],
    [409, 'IDEMPOTENCY_KEY_REUSED'],
    [413, 'TOO_MANY_ROWS'],
    [415, 'MEDIA_TYPE_UNSUPPORTED'],
    [422, 'INSTANCES_INVALID'],
    [503, 'MODEL_SERVER_BUSY'],
  ] as const)
    await called('candidate', 5, { status, code });
  await called('candidate', 3);
  expect((await current()).figures.candidate).toMatchObject({ calls: 3, errorRate: 0, refusalRate: 0 });
});

test('means, spread and time are those of all calls, whichever batch they came in', async () => {
  const { called, current } = await start();
  for (const score of [1, 2, 3, 4]) await called('stable', 10, { score, latencyMs: score });
  await called('stable', 10, { score: null, latencyMs: null });
  await called('candidate', 10, { score: 5 });
  const { figures } = await current();
  expect(figures.stable).toMatchObject({ calls: 50, meanScore: 2.5 });
  expect(Math.abs(figures.stable.p95Ms / 4 - 1)).toBeLessThan(0.06);
  expect(figures.scoreDrift).toBeCloseTo(2.5 / Math.sqrt(1.25), 6);
});

test('drift is measured once both models have enough calls with varying scores', async () => {
  const { called, checked } = await start();
  for (const score of [1, 1.1]) await called('stable', 20, { score });
  await called('candidate', 60, { score: 5 });
  expect(await checked()).toMatchObject({ status: 'running' });
  await called('stable', 20, { score: 1 });
  expect(await checked()).toMatchObject({ status: 'rolled_back', why: [{ code: 'DRIFT' }] });

  const constant = await start();
  await constant.called('stable', 60, { score: 1 });
  await constant.called('candidate', 60, { score: 5 });
  expect(await constant.checked()).toMatchObject({ status: 'running', figures: { scoreDrift: null } });
});

test('ten seconds in which the deployed model failed as well, and those around, count for neither', async () => {
  const { called, current } = await start();
  const ago = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000) });
  for (const label of ['stable', 'candidate'] as const) {
    await called(label, 10, { ...ago(60), status: 502 });
    await called(label, 10, { ...ago(200), latencyMs: 8 });
  }
  const { stable, candidate } = (await current()).figures;
  expect([stable, candidate]).toMatchObject(Array(2).fill({ calls: 10, errorRate: 0 }));
});

test('a candidate whose calls all fail while the deployed model is answered in between is taken back', async () => {
  const { called, checked } = await start({ gates: { minCalls: 10 } });
  const ago = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000) });
  const away = { status: 503, code: 'MODEL_SERVER_UNAVAILABLE' };
  await called('candidate', 20, ago(200));
  await called('candidate', 6, { ...ago(100), ...away });
  await called('stable', 4, ago(80));
  expect((await checked()).status).toBe('running');
  await called('candidate', 6, { ...ago(60), ...away });
  const { status, reason } = await checked();
  expect(status).toBe('rolled_back');
  expect(reason).toBe(
    'The candidate failed 12 requests in a row. In that time, the deployed version answered 4.',
  );
});

test('the answers of a shadow are found under its own API alone', async () => {
  const [one, other] = [await start({ mode: 'shadow' }), await start({ mode: 'shadow' })];
  await one.shadowed('prd_own', 503);
  await one.shadowed('prd_alike', 200);
  const { id, apiId } = await one.current();
  const found = (under: string) =>
    app.request.get(`/api/v1/apis/${under}/rollouts/${id}/differences`).set(user.headers);
  expect((await found(apiId).expect(200)).body.data).toHaveLength(1);
  await found((await other.current()).apiId).expect(404);
});

test('a rollout that cannot be looked at keeps no other from being looked at', async () => {
  const broken = await start();
  await app.sql.query("update rollouts set gates = 'null' where id = $1", [(await broken.current()).id]);
  const { called, checked } = await start();
  await called('candidate', 50, { status: 500 });
  expect((await checked()).status).toBe('rolled_back');
});

test.each([
  [
    'was stopped and another started',
    `with stopped as (update rollouts set status = 'stopped', ended_at = now() where api_id = $1 returning *)
     insert into rollouts (id, workspace_id, api_id, deployment_id, mode, percent, gates, status, started_at)
     select id || '_next', workspace_id, api_id, deployment_id, mode, percent, gates, 'running', now() from stopped`,
  ],
  [
    'may fail as often as it does by now',
    `update rollouts set gates = gates || '{"maxErrorRate":1}' where api_id = $1`,
  ],
])('while a candidate is looked at that %s, nothing is taken back', async (_, change) => {
  const { called, checked, current } = await start();
  await called('candidate', 50, { status: 500 });
  const { apiId } = await current();
  const person = await app.sql.connect();
  await person.query('begin; lock table rollout_calls in access exclusive mode');
  const looked = checked();
  await expect.poll(() => waitingForLocks(app)).toBe(1);
  await person.query(change, [apiId]);
  await person.query('commit');
  person.release();
  expect((await looked).status).toBe('running');
});
