import { createApi, createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { column, profiledDataset, trainable } from './profiled-dataset.ts';

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

const post = (path: string, body: object = {}) =>
  app.request.post(`/api/v1/models${path}`).set(user.headers).send(body);
const train = (given: object = {}) => post('', { apiId, datasetId, targetColumn: 'bought', ...given });
const jobOf = async (modelId: string) =>
  (await app.sql.query('select * from jobs where subject_id = $1', [modelId])).rows[0];
const queued = (jobId: string) => app.services.queues.get('train').getJob(jobId);

describe('a training', () => {
  test('is a model in training and a job that says all the worker needs, and no secret', async () => {
    const { body } = await train({ testSize: '0.3', seed: 5 }).expect(201);
    expect(body).toMatchObject({
      status: 'queued',
      version: 1,
      deployed: false,
      progress: { phase: 'queued' },
    });
    const job = await jobOf(body.id);
    expect(job).toMatchObject({ queue: 'train', state: 'waiting' });
    expect((await queued(job.id))?.data).toEqual({
      jobId: job.id,
      modelId: body.id,
      apiId,
      datasetId,
      tableKey: `datasets/${datasetId}/table.parquet`,
      profileKey: `datasets/${datasetId}/profile.json`,
      requestId: expect.stringMatching(/^req_/),
      config: expect.objectContaining({ targetColumn: 'bought', testSize: 0.3, seed: 5, task: 'auto' }),
    });
  });

  test('without an API creates one that is named after the target, with a number where the name is taken', async () => {
    const start = (dataset: string) => post('', { datasetId: dataset, targetColumn: 'bought' }).expect(201);
    const { body } = await start(datasetId);
    const { body: again } = await start(datasetId);
    expect(again).toMatchObject({ apiId: body.apiId, version: 2 });
    const other = await profiledDataset(app, user.workspaceId);
    const { body: second } = await start(other);
    const { rows } = await app.sql.query(
      'select a.name, d.id as dataset from apis a join datasets d on d.api_id = a.id where a.id = any($1) order by a.name',
      [[body.apiId, second.apiId]],
    );
    expect(rows).toEqual([
      { name: 'Bought', dataset: datasetId },
      { name: 'Bought 2', dataset: other },
    ]);
    await post('', { datasetId: other, targetColumn: 'nowhere' }).expect(422);
  });

  test.each([
    ['nowhere', 'auto', 'TARGET_NOT_FOUND'],
    ['notes', 'auto', 'TARGET_ALL_MISSING'],
    ['country', 'auto', 'TARGET_ONE_CLASS'],
    ['email', 'auto', 'TARGET_UNIQUE'],
    ['customer', 'regression', 'TARGET_UNIQUE'],
    ['price', 'multiclass', 'TARGET_UNIQUE'],
  ])('of the target %s as %s is refused by name', async (targetColumn, task, code) => {
    const { body } = await train({ targetColumn, task }).expect(422);
    expect(body).toMatchObject({ error: { code }, fields: [{ field: 'targetColumn' }] });
    const { rows } = await app.sql.query('select 1 from models where api_id = $1', [apiId]);
    expect(rows).toEqual([]);
  });

  const answers = (type: string, ...values: string[]) => ({
    ...column('answer', type as 'category', Math.max(values.length, 2)),
    topValues: values.map((value, at) => ({ value, count: 60 - at })),
  });
  const withAnswers = (answer: object) =>
    app.sql.query(
      `update datasets set profile = jsonb_set(profile, '{columns}', profile -> 'columns' || $2) where id = $1`,
      [datasetId, JSON.stringify([answer])],
    );

  test.each([
    ['category', ['nein', 'ja'], 'ja'],
    ['boolean', ['true', 'false'], 'False'],
    // Values of broken numbers are not among those that a profile lists.
    ['number', [], '1.5'],
  ])('of a %s with the classes %j may have %s as its positive one', async (type, values, positiveLabel) => {
    await withAnswers(answers(type, ...values));
    const { body } = await train({ targetColumn: 'answer', positiveLabel }).expect(201);
    expect(body.settings).toMatchObject({ targetColumn: 'answer', positiveLabel });
    expect((await queued((await jobOf(body.id)).id))?.data.config).toMatchObject({ positiveLabel });
    const { body: again } = await post(`/${body.id}/train`, { timeBudget: 'thorough' }).expect(201);
    expect(again.settings).toMatchObject({ positiveLabel, timeBudgetSeconds: 300 });
    expect(again.settings).not.toHaveProperty('timeBudget');
    const { body: other } = await post(`/${body.id}/train`, { targetColumn: 'bought' }).expect(201);
    expect(other.settings).not.toHaveProperty('positiveLabel');
  });

  test.each([
    ['regression', 'age', 'regression'],
    ['regression', 'plan', 'auto'],
    ['classification', 'age', 'multiclass'],
    ['classification', 'price', 'auto'],
    ['classification', 'bought', 'auto'],
    ['prediction', 'age', 'auto'],
  ])('of an API for %s that names no task for %s is %s', async (type, targetColumn, task) => {
    await app.sql.query('update apis set type = $2 where id = $1', [apiId, type]);
    const { body } = await train({ targetColumn }).expect(201);
    expect((await queued((await jobOf(body.id)).id))?.data.config).toMatchObject({ task });
    const { body: named } = await train({ targetColumn: 'age', task: 'multiclass' }).expect(201);
    expect(named.settings).toMatchObject({ task: 'multiclass' });
    const { body: other } = await post(`/${named.id}/train`, { targetColumn: 'bought' }).expect(201);
    expect(other.settings).toMatchObject({ task: 'auto' });
  });

  test.each([
    [['nein', 'ja'], { positiveLabel: 'yes' }, 'Its classes are "nein", "ja".'],
    [['nein', 'ja'], { positiveLabel: 'Ja' }, '"Ja" is not a class of the target column "answer".'],
    [['a', 'b', 'c'], { positiveLabel: 'a' }, 'there are not two classes'],
    [['1', '2'], { positiveLabel: '1', task: 'regression' }, 'there are not two classes'],
  ])('of the classes %j is refused with %j', async (values, given, message) => {
    await withAnswers(answers('task' in given ? 'integer' : 'category', ...values));
    for (const path of ['', '/estimate']) {
      const { body } = await post(path, { apiId, datasetId, targetColumn: 'answer', ...given }).expect(422);
      expect(body.error.code).toBe('POSITIVE_LABEL_NOT_FOUND');
      expect(body.message).toContain(message);
      expect(body.fields).toEqual([{ field: 'positiveLabel', message: body.message }]);
    }
  });

  const columnsInOrder =
    'The columns are: "age", "price", "email", "customer", "country", "notes", "bought", "plan", "amount", "street".';
  const wide = { rows: 20_000, plan: 5, amount: 10_000, street: 9_000 };
  test.each([
    ['nowhere', 'auto', 'TARGET_NOT_FOUND', `There is no column "nowhere". ${columnsInOrder}`],
    [
      'Prize',
      'auto',
      'TARGET_NOT_FOUND',
      `There is no column "Prize". Did you mean "price"? ${columnsInOrder}`,
    ],
    ['price', 'multiclass', 'TARGET_UNIQUE', 'Train a regression: task "regression", or "auto".'],
    ['plan', 'regression', 'TARGET_NOT_NUMERIC', 'Train a classification: task "multiclass", or "auto".'],
    ['plan', 'binary', 'TARGET_TOO_MANY_CLASSES', 'Choose task "multiclass", or "auto".'],
    ['amount', 'multiclass', 'TARGET_TOO_MANY_CLASSES', 'has 10,000 different values, and classification'],
    ['amount', 'binary', 'TARGET_TOO_MANY_CLASSES', 'Train a regression'],
    ['street', 'auto', 'TARGET_TOO_MANY_CLASSES', 'Group the values, or choose another column.'],
    ['street', 'regression', 'TARGET_NOT_NUMERIC', 'Choose a column of numbers: "age", "price", "amount".'],
  ])('of the target %s as %s says what would do', async (targetColumn, task, code, message) => {
    await app.sql.query(
      `update datasets set profile = jsonb_set(jsonb_set(profile, '{rows}', $2),
         '{columns}', profile -> 'columns' || $3) where id = $1`,
      [
        datasetId,
        targetColumn === 'price' ? '100' : `${wide.rows}`,
        JSON.stringify([
          { ...column('amount', 'number', wide.amount), min: 0, max: 9 },
          column('street', 'text', wide.street),
        ]),
      ],
    );
    for (const path of ['', '/estimate']) {
      const { body } = await post(path, { apiId, datasetId, targetColumn, task }).expect(422);
      expect(body.error.code).toBe(code);
      expect(body.message).toContain(message);
      expect(body.fields).toEqual([{ field: 'targetColumn', message: body.message }]);
    }
  });

  test.each([
    ['auto', 600, 'TARGET_TOO_MANY_CLASSES'],
    ['multiclass', 599, 'TARGET_UNIQUE'],
    ['regression', 600, 'TARGET_NOT_NUMERIC'],
  ])(
    'of a target with a few words among its numbers as %s in %d rows says to read it as numbers',
    async (task, rows, code) => {
      await app.sql.query(
        `update datasets set profile = jsonb_set(jsonb_set(jsonb_set(profile, '{rows}', $2),
           '{columns}', profile -> 'columns' || $3), '{findings}', $4) where id = $1`,
        [
          datasetId,
          `${rows}`,
          JSON.stringify([column('rent', 'identifier', 599)]),
          JSON.stringify([
            {
              code: 'MIXED_TYPES',
              severity: 'warning',
              column: 'rent',
              message: '',
              rows: [41],
              lines: [42],
            },
          ]),
        ],
      );
      const { body } = await train({ targetColumn: 'rent', task }).expect(422);
      expect(body.error.code).toBe(code);
      expect(body.message).toContain(
        'Most of its cells are numbers: change its type to number, and train a regression.',
      );
    },
  );

  test('with nothing left to learn from is refused before it waits, with what to do', async () => {
    const excludedColumns = ['age', 'price', 'email'];
    const { body } = await train({ excludedColumns, groupColumn: 'plan' }).expect(422);
    expect(body.error.code).toBe('NO_FEATURES');
    expect(body.fields).toEqual([
      { field: 'targetColumn', message: expect.stringContaining('Choose another target') },
    ]);
    expect((await app.sql.query('select 1 from models where api_id = $1', [apiId])).rows).toEqual([]);
    await train({ excludedColumns }).expect(201);
  });

  test('leaves out only columns that there are', async () => {
    const { body } = await train({ excludedColumns: ['age', 'Country'] }).expect(422);
    expect(body).toMatchObject({ error: { code: 'COLUMN_NOT_FOUND' } });
    expect(body.fields).toEqual([{ field: 'excludedColumns.1', message: body.message }]);
    expect(body.message).toContain('Did you mean "country"? The columns are: ');
    await train({ excludedColumns: ['age', 'country'] }).expect(201);
    const target = await train({ excludedColumns: ['bought'] }).expect(422);
    expect(target.body.message).toBe('"bought" is in excludedColumns. Remove it from there.');
  });

  test('without ten thousand columns that there are not is refused soon, the first of them with advice', async () => {
    const columns = Array.from({ length: 2_000 }, (_, at) =>
      column(`${'amount of the year '.repeat(5)}${at}`, 'number', 9),
    );
    await app.sql.query(
      `update datasets set profile = jsonb_set(profile, '{columns}', profile -> 'columns' || $2) where id = $1`,
      [datasetId, JSON.stringify(columns)],
    );
    const excludedColumns = Array.from(
      { length: 10_000 },
      (_, at) => `${'sum of the month '.repeat(6)}${at}`,
    );
    const { body } = await train({ excludedColumns }).expect(422);
    expect(body.fields).toHaveLength(100);
    expect(body.fields[0]).toEqual({ field: 'excludedColumns.0', message: body.message });
    expect(body.message).toMatch(/^There is no column "sum of .+…"\. The columns are: ".+ and \d+ more\.$/);
    expect(body.fields[99].message).toMatch(/^There is no column "sum of [^"]+"\.$/);
  });

  test('by groups and time names their columns to the worker, and no others', async () => {
    const { body } = await train({ groupColumn: 'customer', timeColumn: 'age' }).expect(201);
    expect(body.settings).toMatchObject({
      targetColumn: 'bought',
      groupColumn: 'customer',
      timeColumn: 'age',
    });
    const config = { groupColumn: 'customer', timeColumn: 'age' };
    expect((await jobOf(body.id)).payload).toMatchObject({ config });
    for (const groupColumn of ['nowhere', 'bought']) {
      const refused = await train({ groupColumn }).expect(422);
      expect(refused.body).toMatchObject({
        error: { code: 'COLUMN_NOT_FOUND' },
        fields: [{ field: 'groupColumn' }],
      });
    }
  });

  test.each([
    [{ testSize: 0.6 }, 'testSize', 'testSize must be a number from 0 to 0.5'],
    [{ epochs: 1.5 }, 'epochs', 'epochs must be a whole number from 1 to 10000'],
    [{ learningRate: 0 }, 'learningRate', 'learningRate must be a number above 0 to 1'],
    [
      { timeBudgetSeconds: 'long' },
      'timeBudgetSeconds',
      'timeBudgetSeconds must be a number from 5 to 86400',
    ],
    [
      { timeBudget: 'slow' },
      'timeBudget',
      'timeBudget must be quick, balanced, thorough or a number from 5 to 86400',
    ],
    [
      { maxRowMilliseconds: 0.1 },
      'maxRowMilliseconds',
      'maxRowMilliseconds must be a number from 0.2 to 1000',
    ],
    [
      { modelType: 'custom', estimator: { name: 'random_forest', nEstimators: 0 } },
      'estimator.nEstimators',
      'nEstimators must be a whole number from 1 to 1000',
    ],
  ])('with %j is refused by the limits', async (settings, field, message) => {
    const refused = await train(settings).expect(400);
    expect(refused.body.fields).toEqual([{ field, message }]);
  });

  test('of a measurement that differs in every row is accepted', async () => {
    await train({ targetColumn: 'price' }).expect(201);
  });

  test('of a dataset that has not been read is refused', async () => {
    await app.sql.query(`update datasets set status = 'processing' where id = $1`, [datasetId]);
    expect((await train().expect(409)).body.error.code).toBe('DATASET_NOT_READY');
  });

  test('started many times at once gives each its own version', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => train().expect(201)));
    const versions = answers.map(({ body }) => body.version).sort((left, right) => left - right);
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('has a version that none had before, also none that was deleted', async () => {
    for (const version of [1, 2, 3]) {
      const { body } = await train().expect(201);
      expect(body.version).toBe(version);
      await app.request.delete(`/api/v1/models/${body.id}`).set(user.headers).expect(204);
    }
  });

  test('has a version that none of a process had that did not count them', async () => {
    await train().expect(201);
    await createModel(app.sql, { workspaceId: user.workspaceId, apiId, version: 2 });
    await app.sql.query('update apis set last_version = 1 where id = $1', [apiId]);
    expect((await train().expect(201)).body).toMatchObject({ version: 3 });
  });

  test('can be repeated with the same settings, until its dataset is gone', async () => {
    const { body: first } = await train({ seed: 3, name: 'Buyers' }).expect(201);
    const { body: second } = await post(`/${first.id}/train`).expect(201);
    expect(second).toMatchObject({ name: 'Buyers', version: 2, targetColumn: 'bought' });
    await app.request.delete(`/api/v1/datasets/${datasetId}`).set(user.headers).expect(204);
    expect((await post(`/${first.id}/train`).expect(409)).body.error.code).toBe('CONFLICT');
  });
});

describe('a training again', () => {
  const configOf = async (id: string) => (await jobOf(id)).payload.config;

  test('takes other settings where they are given', async () => {
    const { body: first } = await train({ seed: 3, testSize: 0.3 }).expect(201);
    const form = {
      modelType: 'xgboost',
      targetColumn: 'plan',
      testSize: '0.2',
      epochs: '50',
      learningRate: '0.1',
    };
    const { body: second } = await post(`/${first.id}/train`, form).expect(201);
    const numbers = { testSize: 0.2, epochs: 50, learningRate: 0.1 };
    expect(await configOf(second.id)).toEqual({ ...(await configOf(first.id)), ...form, ...numbers });
    const blank = { ...form, epochs: '', learningRate: ' ' };
    const { body: third } = await post(`/${first.id}/train`, blank).expect(201);
    expect(await configOf(third.id)).toMatchObject({ testSize: 0.2, epochs: 100, learningRate: 0.01 });
    const { body: fourth } = await train(blank).expect(201);
    expect(await configOf(fourth.id)).toMatchObject({ epochs: 100, learningRate: 0.01 });
    const { body } = await post(`/${first.id}/train`, { budgetSeconds: 5 }).expect(400);
    expect(body.message).toContain('Did you mean "timeBudgetSeconds"?');
    expect((await post(`/${first.id}/train`, { targetColumn: 'email' }).expect(422)).body.error.code).toBe(
      'TARGET_UNIQUE',
    );
  });

  test('drops columns left out that are not there, or that are the target now', async () => {
    const { body: first } = await train({ excludedColumns: ['age', 'plan'] }).expect(201);
    await app.sql.query(
      `update models set config = jsonb_set(config, '{excludedColumns}', '["age", "gone", "plan"]') where id = $1`,
      [first.id],
    );
    const { body: second } = await post(`/${first.id}/train`).expect(201);
    expect((await configOf(second.id)).excludedColumns).toEqual(['age', 'plan']);
    const { body: third } = await post(`/${first.id}/train`, { targetColumn: 'plan' }).expect(201);
    expect((await configOf(third.id)).excludedColumns).toEqual(['age']);
  });

  test('keeps the estimator of a custom model alone', async () => {
    const estimator = { name: 'linear' };
    const { body: custom } = await train({ modelType: 'custom', estimator }).expect(201);
    const again = await post(`/${custom.id}/train`, { testSize: 0.1 }).expect(201);
    expect(await configOf(again.body.id)).toMatchObject({ modelType: 'custom', estimator });
    const { body: auto } = await post(`/${custom.id}/train`, { modelType: 'auto' }).expect(201);
    expect(await configOf(auto.id)).not.toHaveProperty('estimator');
    const { body } = await post(`/${auto.id}/train`, { modelType: 'custom' }).expect(400);
    expect(body.fields).toEqual([{ field: 'modelType', message: body.message }]);
  });
});

describe('a training that no worker has begun', () => {
  test('is cancelled at once when it is stopped', async () => {
    const { body } = await train().expect(201);
    const job = await jobOf(body.id);
    const stopped = await post(`/${body.id}/stop`).expect(202);
    expect(stopped.body).toMatchObject({ status: 'cancelled', error: { code: 'TRAINING_CANCELLED' } });
    expect(await queued(job.id)).toBeUndefined();
    expect((await jobOf(body.id)).state).toBe('cancelled');
    expect((await post(`/${body.id}/stop`).expect(409)).body.error.code).toBe('CONFLICT');
  });

  test('ends by name when its dataset is deleted', async () => {
    const { body } = await train().expect(201);
    const job = await jobOf(body.id);
    await app.request.delete(`/api/v1/datasets/${datasetId}`).set(user.headers).expect(204);
    const model = await app.request.get(`/api/v1/models/${body.id}`).set(user.headers).expect(200);
    expect(model.body).toMatchObject({ status: 'error', error: { code: 'DATASET_GONE' }, datasetId: null });
    expect(await queued(job.id)).toBeUndefined();
  });

  test('leaves the queue when its model or its API is deleted', async () => {
    const [{ body: one }, { body: other }] = await Promise.all([train(), train()]);
    const jobs = [await jobOf(one.id), await jobOf(other.id)];
    await app.request.delete(`/api/v1/models/${one.id}`).set(user.headers).expect(204);
    await app.request.delete(`/api/v1/apis/${apiId}`).set(user.headers).expect(204);
    for (const job of jobs) expect(await queued(job.id)).toBeUndefined();
    await app.request.get(`/api/v1/models/${other.id}`).set(user.headers).expect(404);
  });
});

describe('a model of another workspace', () => {
  test('does not exist, and neither do its API and dataset', async () => {
    const { body } = await train().expect(201);
    const owner = user;
    user = await app.signIn();
    const get = (path: string) => app.request.get(`/api/v1/models/${path}`).set(user.headers);
    await get(body.id).expect(404);
    for (const verb of ['train', 'stop', 'deploy']) await post(`/${body.id}/${verb}`).expect(404);
    await app.request.delete(`/api/v1/models/${body.id}`).set(user.headers).expect(404);
    await train().expect(404);
    const own = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
    await train({ apiId: own }).expect(404);
    await app.request.get(`/api/v1/models/${body.id}`).set(owner.headers).expect(200);
  });

  test('cannot be deployed to one of ours', async () => {
    const { body } = await train().expect(201);
    user = await app.signIn();
    const own = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
    await app.request
      .post(`/api/v1/apis/${own}/deploy`)
      .set(user.headers)
      .send({ modelId: body.id })
      .expect(404);
  });
});

test('a model of another of our APIs is refused by the name of its own', async () => {
  const { body } = await train().expect(201);
  const other = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
  const deploy = (to: string) =>
    app.request.post(`/api/v1/apis/${to}/deploy`).set(user.headers).send({ modelId: body.id });
  const refused = await deploy(other).expect(400);
  expect(refused.body).toMatchObject({
    error: { code: 'VALIDATION_FAILED' },
    fields: [{ field: 'modelId', message: expect.stringContaining(apiId) }],
  });
  const foreign = (await createApi(app.sql, { workspaceId: (await app.signIn()).workspaceId })).id;
  await deploy(foreign).expect(404);
});

test('a model in training can be neither deployed nor rolled back to', async () => {
  const { body } = await train().expect(201);
  expect((await post(`/${body.id}/deploy`).expect(409)).body.error.code).toBe('MODEL_NOT_READY');
  const newest = await app.request.post(`/api/v1/apis/${apiId}/deploy`).set(user.headers).send({});
  expect(newest.status).toBe(409);
  expect(newest.body.error.code).toBe('MODEL_NOT_READY');
  const rollback = await app.request
    .post(`/api/v1/apis/${apiId}/rollback`)
    .set(user.headers)
    .send({})
    .expect(409);
  expect(rollback.body.error.code).toBe('NOTHING_TO_ROLL_BACK');
});
