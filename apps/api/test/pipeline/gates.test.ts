import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkRollouts } from '../../src/features/rollouts/index.ts';
import { type Candidate, oneRow, startCandidate } from './candidate.ts';
import { startWithJobs, until } from './product.ts';
import { startModelServer } from './programs.ts';

/** There is something to say of it, so that the model server is asked. */
const invalidRow = { ...oneRow, body: JSON.stringify({ age: 20, city: 'Atlantis', hours: 20 }) };

let product: Candidate['product'];
let user: Candidate['user'];
let anna: Candidate['anna'];
let apiId: Candidate['apiId'];
let candidate: Candidate['candidate'];
let start: Candidate['start'];
let stop: Candidate['stop'];
let current: Candidate['current'];
let ask: Candidate['ask'];

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  ({ product, user, anna, apiId, candidate, start, stop, current, ask } = await startCandidate({
    start: startWithJobs,
  }));
}, 240_000);
afterAll(() => product?.close());

test('a candidate is held to what its API asks of its models', async () => {
  const checks = (releaseChecks: object[]) =>
    product.app.request
      .put(`/api/v1/apis/${apiId}`)
      .set(user.headers)
      .send({ settings: { releaseChecks } })
      .expect(200);
  await checks([{ kind: 'invariant', field: 'age', most: 0 }]);
  const refused = await anna.post(`/apis/${apiId}/rollouts`, { modelId: candidate, mode: 'canary' }, 409);
  expect(refused.error.code).toBe('RELEASE_CHECK_FAILED');
  await checks([]);
});

describe('the gates of a candidate', () => {
  const statusOf = async (bearer: string) => {
    const answer = await ask(invalidRow, bearer);
    await answer.arrayBuffer();
    return answer.status;
  };
  /** A key of either side of the running canary. */
  async function keyOf(version: 'v1' | 'v2'): Promise<string> {
    const { key: bearer } = await anna.createKey(apiId);
    const { model } = (await (await ask(invalidRow, bearer)).json()) as { model: { version: string } };
    return model.version === version ? bearer : keyOf(version);
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const kill = () => product.modelServer.kill('SIGKILL');
  const bothAnswer = async () => {
    for (const bearer of [one, other]) await until(async () => (await statusOf(bearer)) === 200, 10);
  };
  const startAgain = async () => {
    product.modelServer = await startModelServer(product.env, product.modelServerPort);
    await bothAnswer();
  };
  const failing = async (bearer: string, calls: number) => {
    for (let at = 0; at < calls; at += 1) expect([502, 503]).toContain(await statusOf(bearer));
  };
  const logged = async () => {
    const { rows: found } = await product.app.sql.query<{ n: number }>(
      'select count(*)::int as n from request_log where status >= 500',
    );
    return found[0]?.n ?? 0;
  };
  let one: string;
  let other: string;

  beforeEach(async () => {
    await start({
      mode: 'canary',
      percent: 50,
      splitBy: 'key',
      gates: { minCalls: 10, maxScoreDrift: null, maxErrorRate: 0.02 },
    });
    // The previous rollout assigned the keys differently, until its end is received.
    await pause(1_000);
    other = await keyOf('v2');
    one = await keyOf('v1');
  });

  test('do not take it back for an outage of the model server', async () => {
    for (let at = 0; at < 12; at += 1) expect(await statusOf(other)).toBe(200);
    const before = await logged();
    await kill();
    for (const bearer of [one, other]) await failing(bearer, 20);
    await expect.poll(logged).toBe(before + 40);
    await checkRollouts(product.app.services);
    expect((await current()).status).toBe('running');
    await startAgain();
    await checkRollouts(product.app.services);
    const { status, figures } = await current();
    expect(status).toBe('running');
    expect(figures.candidate.errorRate ?? 0).toBe(0);
    await stop();
  });

  test('do not take it back where both fail: the server has no bundles', async () => {
    const bundles = join(fileURLToPath(product.app.services.config.STORAGE_URL), 'bundles');
    await kill();
    await rename(bundles, `${bundles}-away`);
    product.modelServer = await startModelServer(product.env, product.modelServerPort);
    const before = await logged();
    for (const bearer of [one, other]) await failing(bearer, 12);
    await expect.poll(logged).toBe(before + 24);
    await rename(`${bundles}-away`, bundles);
    await checkRollouts(product.app.services);
    expect((await current()).status).toBe('running');
    await bothAnswer();
    await stop();
  });

  test('take it back where it alone fails', async () => {
    const { bundleHash } = (
      await product.app.sql.query('select bundle_hash as "bundleHash" from models where id = $1', [candidate])
    ).rows[0];
    const folder = join(fileURLToPath(product.app.services.config.STORAGE_URL), 'bundles');
    const bundle = join(folder, `${bundleHash}.rowcast`);
    await kill();
    await rename(bundle, `${bundle}-away`);
    product.modelServer = await startModelServer(product.env, product.modelServerPort);
    await until(async () => (await statusOf(one)) === 200, 10);
    const ended = await until(async () => {
      const statuses = [await statusOf(one), await statusOf(other)];
      const rollout = await current();
      if (rollout.status !== 'running') return rollout;
      expect(statuses).toEqual([200, 503]);
      return null;
    }, 45);
    expect(ended.reason).toMatch(/^The candidate's error rate was [\d.]+% over \d+ requests \(limit 2%\)\.$/);
    expect(ended.why).toMatchObject([{ code: 'ERROR_RATE', params: { maxShare: 0.02 } }]);
    await rename(`${bundle}-away`, bundle);
  });

  test('take it back where the server goes away with its calls alone', async () => {
    const before = await logged();
    await kill();
    await failing(other, 6);
    product.modelServer = await startModelServer(product.env, product.modelServerPort);
    await pause(6_000);
    await until(async () => (await statusOf(one)) === 200, 10);
    await pause(6_000);
    await kill();
    await failing(other, 6);
    await expect.poll(logged).toBe(before + 12);
    await checkRollouts(product.app.services);
    const { status, reason, why } = await current();
    expect(status).toBe('rolled_back');
    expect(why).toMatchObject([{ code: 'IN_A_ROW', params: { failed: 12 } }]);
    expect(reason).toMatch(/^The candidate failed 1[0-2] requests in a row\. .*answered \d+\.$/);
    await startAgain();
  });
});
