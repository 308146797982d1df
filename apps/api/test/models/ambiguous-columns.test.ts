import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobHandlers } from '../../src/features/jobs/index.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { column, trainable } from './profiled-dataset.ts';

let app: TestApp;
let user: SignedIn;
let apiId: string;
let datasetId: string;

const dayFirst = { op: 'parse_dates', column: 'signed_on', formats: ['%d/%m/%Y'] };
const monthFirst = { ...dayFirst, formats: ['%m/%d/%Y'] };
const ambiguous = {
  ...{ code: 'AMBIGUOUS_DATES', severity: 'warning', column: 'signed_on', rows: [], lines: [] },
  message: 'The day or the month can come first.',
  choices: [
    { label: 'DD/MM/YYYY', step: dayFirst },
    { label: 'MM/DD/YYYY', step: monthFirst },
  ],
};

beforeAll(async () => {
  app = await startApp({ ownWorkers: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ user, apiId, datasetId } = await trainable(app));
  await app.sql.query(
    `update datasets set sha256 = $2, profile = profile || jsonb_build_object(
       'findings', $3::jsonb, 'columns', profile -> 'columns' || $4::jsonb) where id = $1`,
    [
      datasetId,
      'a'.repeat(64),
      JSON.stringify([ambiguous]),
      JSON.stringify([column('signed_on', 'text', 60)]),
    ],
  );
});

const post = (path: string, body: object) =>
  app.request.post(`/api/v1/models${path}`).set(user.headers).send(body);
const train = (given: object = {}) => post('', { apiId, datasetId, targetColumn: 'bought', ...given });
const get = async (path: string) => (await app.request.get(`/api/v1${path}`).set(user.headers)).body;
const rowsOf = async (text: string, values: unknown[]) => (await app.sql.query(text, values)).rows;
const jobsOf = (subjectId: string) =>
  rowsOf('select queue, state, payload from jobs where subject_id = $1', [subjectId]);

/** The version that a training waits for, once the worker has read it. */
async function end(versionId: string, outcome: 'ready' | 'error') {
  const [job] = await rowsOf('select id from jobs where subject_id = $1', [versionId]);
  const [known] = await rowsOf('select profile, preview from datasets where id = $1', [datasetId]);
  const profile = { ...known.profile, findings: [] };
  const result =
    outcome === 'ready'
      ? { outcome, profile, preview: { columns: [], rows: [] }, seconds: 1 }
      : { outcome, error: { code: 'FILE_NOT_A_TABLE', message: 'Not a table.' } };
  const handler = jobHandlers.find(({ queue }) => queue === 'ingest');
  const [row] = await rowsOf(
    `update jobs set state = 'done', finished_at = now() where id = $1
     returning *, workspace_id "workspaceId", subject_id "subjectId"`,
    [job.id],
  );
  await transact(app.services, async (unit) => handler?.succeeded?.(app.services, unit, row, result));
}

describe('a column that can be read in two ways', () => {
  test.each(['', '/estimate'])('is refused by POST /models%s with what chooses one', async (path) => {
    const { body } = await post(path, { apiId, datasetId, targetColumn: 'bought' }).expect(422);
    const [problem] = body.fields;
    expect(body.error.code).toBe('COLUMNS_AMBIGUOUS');
    expect(problem.field).toBe('readings');
    expect(problem.message).toContain('"signed_on"');
    expect(problem.message).toContain(
      `Add to "readings": ${JSON.stringify(dayFirst)} or ${JSON.stringify(monthFirst)}`,
    );
  });

  test.each(['excludedColumns', 'version'])('is accepted by %s', async (way) => {
    if (way === 'version')
      await app.sql.query(`update datasets set profile = profile || '{"findings": []}' where id = $1`, [
        datasetId,
      ]);
    await train(way === 'version' ? {} : { excludedColumns: ['signed_on'] }).expect(201);
  });

  test('is trained on as a version with the chosen reading, which is made once', async () => {
    const { body } = await train({ readings: [dayFirst] }).expect(201);
    expect(body).toMatchObject({ status: 'queued' });
    const { datasetId: versionId } = body;
    expect(await get(`/datasets/${versionId}`)).toMatchObject({
      ...{ status: 'processing', originalId: datasetId, recipe: [dayFirst] },
    });
    expect(await jobsOf(body.id)).toEqual([]);
    const again = (await train({ readings: [dayFirst] }).expect(201)).body;
    const other = (await train({ readings: [monthFirst] }).expect(201)).body;
    expect([again.datasetId === versionId, other.datasetId === versionId]).toEqual([true, false]);

    await end(versionId, 'ready');
    const [job] = await jobsOf(body.id);
    expect(job).toMatchObject({
      queue: 'train',
      payload: { modelId: body.id, tableKey: `datasets/${versionId}/table.parquet` },
    });
    expect(await jobsOf(again.id)).toHaveLength(1);
    expect(await jobsOf(other.id)).toEqual([]);
    const third = (await train({ readings: [dayFirst] }).expect(201)).body;
    expect([third.datasetId, (await jobsOf(third.id)).length]).toEqual([versionId, 1]);
  });

  test('ends a training with an error if the version cannot be read', async () => {
    const { body } = await train({ readings: [dayFirst] }).expect(201);
    await end(body.datasetId, 'error');
    const model = await get(`/models/${body.id}`);
    expect(model).toMatchObject({ status: 'error', error: { code: 'DATASET_UNREADABLE' } });
  });

  test('does not prevent stopping a training that waits for its version', async () => {
    const { body } = await train({ readings: [dayFirst] }).expect(201);
    const stopped = await post(`/${body.id}/stop`, { mode: 'discard' });
    expect(stopped.body).toMatchObject({ status: 'cancelled' });
    await end(body.datasetId, 'ready');
    expect(await jobsOf(body.id)).toEqual([]);
  });

  test.each([
    [[{ ...dayFirst, column: 'nowhere' }], 422, 'COLUMN_NOT_FOUND', 'readings.0.column'],
    [[{ op: 'trim', column: 'signed_on' }], 400, 'VALIDATION_FAILED', 'readings.0.op'],
  ])('cannot be read by %j', async (readings, status, code, field) => {
    const { body } = await train({ readings }).expect(status);
    expect(body).toMatchObject({ error: { code }, fields: [{ field }] });
  });
});
