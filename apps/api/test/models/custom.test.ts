import { onnxLimitMb } from '@rowcast/contracts';
import { createApi, createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { finishJob } from '../../src/db/jobs.repository.ts';
import { lintJob } from '../../src/features/datasets/jobs/lint.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { trainable } from './profiled-dataset.ts';

let app: TestApp;
let user: SignedIn;
let apiId: string;
let datasetId: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ user, apiId, datasetId } = await trainable(app));
});

const train = (given: object) =>
  app.request
    .post('/api/v1/models')
    .set(user.headers)
    .send({ apiId, datasetId, targetColumn: 'bought', modelType: 'custom', ...given });
const payloadOf = async (modelId: string) =>
  (await app.sql.query('select payload from jobs where subject_id = $1', [modelId])).rows[0].payload;

describe('a custom estimator', () => {
  test('is sent to the worker with its parameters, those left out at their usual values', async () => {
    const estimator = { name: 'random_forest', nEstimators: 250 };
    const { body } = await train({ estimator }).expect(201);
    expect((await payloadOf(body.id)).config.estimator).toEqual({
      ...estimator,
      maxFeatures: 0.5,
      minSamplesLeaf: 1,
    });
  });

  test.each([
    [{}, 'estimator', 'Choose an estimator'],
    [{ modelType: 'auto', estimator: { name: 'linear' } }, 'estimator', 'Only custom models'],
    [{ estimator: { name: 'oracle' } }, 'estimator.name', 'random_forest'],
    [{ estimator: { name: 'random_forest', nEstimators: 0 } }, 'estimator.nEstimators', 'from 1 to 1000'],
    [{ estimator: { name: 'mlp', hiddenUnits: 2.5 } }, 'estimator.hiddenUnits', 'whole number from 4 to 512'],
    [{ estimator: { name: 'mlp', dropout: 'much' } }, 'estimator.dropout', 'from 0 to 0.8'],
  ])('%o is refused at %s', async (given, field, words) => {
    const { body } = await train(given).expect(400);
    expect(body.error.code).toBe('VALIDATION_FAILED');
    expect(body.fields).toEqual([{ field, message: expect.stringContaining(words) }]);
  });

  test('with a parameter that it does not have is refused', async () => {
    const { body } = await train({ estimator: { name: 'linear', depth: 3 } }).expect(400);
    expect(JSON.stringify(body.fields)).toContain('depth');
  });

  test('that keeps its rows is refused for a table with too many', async () => {
    const profile = `jsonb_set(profile, '{rows}', '50000')`;
    await app.sql.query(`update datasets set profile = ${profile} where id = $1`, [datasetId]);
    const { body } = await train({ estimator: { name: 'svm' } }).expect(400);
    expect(body.fields).toMatchObject([{ field: 'estimator.name' }]);
  });
});

describe('an uploaded model', () => {
  const start = Buffer.from([8, 8, 18, 4, 116, 101, 115, 116]);
  const upload = (content: Buffer, given: Record<string, string> = {}) => {
    const sending = app.request.post('/api/v1/models/onnx').set(user.headers);
    for (const [name, value] of Object.entries({ apiId, datasetId, targetColumn: 'bought', ...given }))
      void sending.field(name, value);
    return sending.attach('file', content, 'churn.onnx');
  };

  test('is stored under its hash, which the worker receives', async () => {
    const { body } = await upload(start, { testSize: '0.3', task: 'binary' }).expect(201);
    expect(body).toMatchObject({ type: 'custom', status: 'queued', targetColumn: 'bought' });
    const { config, onnxKey } = await payloadOf(body.id);
    expect(config).toMatchObject({ modelType: 'custom', task: 'binary', testSize: 0.3 });
    expect(config.onnx).toMatchObject({ filename: 'churn.onnx', sizeBytes: start.length });
    expect(onnxKey).toBe(`onnx/${config.onnx.sha256}.onnx`);
    expect(await app.services.storage.exists(onnxKey)).toBe(true);
    const again = await app.request.post(`/api/v1/models/${body.id}/train`).set(user.headers).expect(201);
    expect((await payloadOf(again.body.id)).onnxKey).toBe(onnxKey);
  });

  test.each([
    ['a pickle', Buffer.from('80049503000000', 'hex')],
    ['a zip archive', Buffer.from('PK\u0003\u0004 and more')],
    ['a word', Buffer.from('onnx')],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused before anything reads it', async (_, content) => {
    const { body } = await upload(content).expect(422);
    expect(body).toMatchObject({ error: { code: 'ONNX_INVALID' }, fields: [{ field: 'file' }] });
    const { rows } = await app.sql.query('select 1 from models where api_id = $1', [apiId]);
    expect(rows).toEqual([]);
  });

  test('larger than a model may be is refused', async () => {
    const content = Buffer.alloc(onnxLimitMb * 1024 * 1024 + 1);
    start.copy(content);
    expect((await upload(content).expect(413)).body.error.code).toBe('FILE_TOO_LARGE');
  });

  test('for a dataset or an API of another workspace finds neither', async () => {
    user = await app.signIn();
    await upload(start).expect(404);
    apiId = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
    await upload(start).expect(404);
  });
});

describe('the estimate', () => {
  let trained = 0;
  const estimate = (given: object = {}) =>
    app.request
      .post('/api/v1/models/estimate')
      .set(user.headers)
      .send({ apiId, datasetId, targetColumn: 'bought', ...given });
  const fits = [
    {
      modelType: 'auto',
      estimator: null,
      fixedSeconds: 1,
      seconds: 29,
      memoryBytes: 5e8,
      scaledBy: [],
    },
    {
      modelType: 'custom',
      estimator: 'random_forest',
      fixedSeconds: 1,
      seconds: 2,
      memoryBytes: 4e8,
      scaledBy: [{ parameter: 'nEstimators', usual: 100 }],
    },
  ];
  const linted = (workload: object | null) =>
    app.sql.query(
      `insert into dataset_lints (dataset_id, target, status, report, asked_at) values ($1, 'bought', 'ready', $2, now())
       on conflict (dataset_id, target) do update set report = excluded.report`,
      [datasetId, { target: 'bought', task: 'binary', reason: null, findings: [], workload }],
    );

  test('is running while the worker looks at the table', async () => {
    const { body } = await estimate().expect(200);
    expect(body).toMatchObject({ status: 'running', seconds: null, memoryBytes: null });
  });

  test('is returned while the worker still checks, and after a timeout', async () => {
    await estimate().expect(200);
    const known = async () => (await estimate().expect(200)).body.status;
    const { rows } = await app.sql.query(`select * from jobs where queue = 'lint' and subject_id = $1`, [
      datasetId,
    ]);
    const report = { target: 'bought', task: 'binary', reason: null, findings: [] };
    const begun = { ...report, workload: { fixedSeconds: 4, fits, pace: 1 } };
    await lintJob.progressed?.(app.services, rows[0].id, { phase: 'of another kind' });
    await lintJob.progressed?.(app.services, 'job_of_others', begun);
    expect(await known()).toBe('running');
    await lintJob.progressed?.(app.services, rows[0].id, begun);
    expect(await known()).toBe('ready');
    const lint = () =>
      app.request.get(`/api/v1/datasets/${datasetId}/lint?target=bought`).set(user.headers).expect(200);
    expect((await lint()).body).toEqual({ status: 'running', report: begun });
    await transact(app.services, async (unit) => {
      const job = await finishJob(unit.db, rows[0].id, 'failed', new Date());
      if (job) await lintJob.failed?.(app.services, unit, job);
    });
    expect(await known()).toBe('ready');
    expect((await lint()).body.status).toBe('error');
  });

  test('is what the table costs, or the budget where that is less', async () => {
    await linted({ fixedSeconds: 4, fits, pace: 1 });
    const { body } = await estimate({ timeBudgetSeconds: 60 }).expect(200);
    expect(body).toEqual({
      status: 'ready',
      seconds: 34,
      lowSeconds: 17,
      highSeconds: 60,
      memoryBytes: 5e8,
      takesBudget: false,
      trainings: 0,
    });
    await linted({ fixedSeconds: 4, fits, pace: 0.5 });
    expect((await estimate({ timeBudgetSeconds: 60 }).expect(200)).body.seconds).toBe(17);
    const shorter = await estimate({ timeBudgetSeconds: 10 }).expect(200);
    expect(shorter.body).toMatchObject({ seconds: 10, takesBudget: true });
    const counted = await estimate({ timeBudgetSeconds: 10, reproducible: true }).expect(200);
    expect(counted.body).toMatchObject({ seconds: 17, takesBudget: false });
    await linted({ fixedSeconds: 4, fits, pace: 10 });
    const stopped = await estimate({ timeBudgetSeconds: 10, reproducible: true }).expect(200);
    expect(stopped.body).toMatchObject({ seconds: 100, takesBudget: true });
  });

  const trainedAt = async (pace: number) => {
    const { id } = await createModel(app.sql, { workspaceId: user.workspaceId, apiId, version: ++trained });
    await app.sql.query('update models set report = $2 where id = $1', [id, { cost: { pace } }]);
  };

  test('is a range that narrows with finished trainings', async () => {
    await linted({ fixedSeconds: 4, fits, pace: 1 });
    const asked = async () => (await estimate({ timeBudgetSeconds: 600 }).expect(200)).body;
    const unlearned = await asked();
    expect(unlearned).toMatchObject({ seconds: 34, lowSeconds: 17, highSeconds: 102 });
    const spread = (body: { lowSeconds: number; highSeconds: number }) => body.highSeconds / body.lowSeconds;
    const reported = async (...paces: number[]) => {
      for (const pace of paces) await trainedAt(pace);
      const body = await asked();
      expect(body.trainings).toBeGreaterThanOrEqual(paces.length);
      expect(body.lowSeconds).toBeLessThan(body.seconds);
      expect(body.highSeconds).toBeGreaterThan(body.seconds);
      return body;
    };
    const once = await reported(2);
    expect(once.seconds).toBe(68);
    expect(spread(once)).toBeLessThan(spread(unlearned));
    const thrice = await reported(2, 2);
    expect(spread(thrice)).toBeLessThan(spread(once));
    // Trainings that went at very different paces say less.
    expect(spread(await reported(12))).toBeGreaterThan(spread(thrice));
  });

  test('grows with the parameters that cost', async () => {
    await linted({ fixedSeconds: 4, fits, pace: 1 });
    const estimator = { name: 'random_forest', nEstimators: 400 };
    const { body } = await estimate({ modelType: 'custom', estimator }).expect(200);
    expect(body).toMatchObject({ seconds: 13, memoryBytes: 4e8 });
  });

  test('learns from the workspace own trainings, and from no others', async () => {
    await linted({ fixedSeconds: 4, fits, pace: 1 });
    for (const pace of [2, 3, 40]) {
      const { body } = await app.request
        .post('/api/v1/models')
        .set(user.headers)
        .send({ apiId, datasetId, targetColumn: 'bought' })
        .expect(201);
      await app.sql.query(`update models set status = 'ready', report = $2 where id = $1`, [
        body.id,
        { cost: { pace } },
      ]);
    }
    const { body } = await estimate({ timeBudgetSeconds: 600 }).expect(200);
    expect(body).toMatchObject({ seconds: 3 * (4 + 30), trainings: 3 });
    user = await app.signIn();
    await estimate().expect(404);
  });

  test('refuses what training refuses', async () => {
    expect((await estimate({ targetColumn: 'country' }).expect(422)).body.error.code).toBe(
      'TARGET_ONE_CLASS',
    );
    expect((await estimate({ targetColumn: 'nowhere' }).expect(422)).body.error.code).toBe(
      'TARGET_NOT_FOUND',
    );
  });

  test('is unknown where the worker could not look', async () => {
    await linted(null);
    expect((await estimate().expect(200)).body).toMatchObject({ status: 'unknown', seconds: null });
  });
});
