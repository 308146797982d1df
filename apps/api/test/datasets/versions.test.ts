import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { waitingForLocks } from '../harness/locks.ts';
import { profiledDataset } from '../models/profiled-dataset.ts';

let app: TestApp;
let user: SignedIn;
let id: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await app.signIn();
  id = await profiledDataset(app, user.workspaceId);
  await app.sql.query('update datasets set sha256 = $2 where id = $1', [id, 'a'.repeat(64)]);
});

const drop = (column: string) => ({ op: 'drop_column', column });
const ordered = (levels: string[]) => ({ op: 'cast', column: 'plan', to: 'ordinal', levels });
const post = (recipe: unknown, of = id) =>
  app.request.post(`/api/v1/datasets/${of}/versions`).set(user.headers).send({ recipe });
const patch = (types: unknown, of = id, more = {}) =>
  app.request
    .patch(`/api/v1/datasets/${of}/schema`)
    .set(user.headers)
    .send({ types, ...more });
const get = (path: string) => app.request.get(`/api/v1/datasets/${path}`).set(user.headers);
const jobOf = async (subjectId: string, queue = 'ingest') =>
  (await app.sql.query('select * from jobs where subject_id = $1 and queue = $2', [subjectId, queue])).rows;

describe('a version', () => {
  test('is the upload read again by a recipe, and leaves the upload as it is', async () => {
    const before = (await get(id)).body;
    const { body } = await post([drop('notes'), { op: 'deduplicate' }]).expect(201);
    expect(body).toMatchObject({
      originalId: id,
      version: 2,
      status: 'processing',
      recipe: [drop('notes'), { op: 'deduplicate' }],
      name: before.name,
      sha256: before.sha256,
    });
    const [job] = await jobOf(body.id);
    expect(job.payload).toMatchObject({
      datasetId: body.id,
      sourceKey: `uploads/${id}/${before.sha256}`,
      tableKey: `datasets/${body.id}/table.parquet`,
      recipe: body.recipe,
    });
    expect((await get(id)).body).toEqual(before);
  });

  test('of a version still comes from the upload, and takes the next number', async () => {
    const second = (await post([drop('notes')])).body;
    const third = (await post([], second.id)).body;
    expect(third).toMatchObject({ originalId: id, version: 3, recipe: [] });
    const { body } = await get(`${third.id}/versions`).expect(200);
    expect(body.data.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
  });

  test('is one each for many who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => post([drop('notes')]).expect(201)));
    expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5, 6, 7]);
  });

  test('has a number that none had before, also none that was deleted', async () => {
    for (const version of [2, 3]) {
      const { body } = await post([drop('notes')]).expect(201);
      expect(body.version).toBe(version);
      await app.request.delete(`/api/v1/datasets/${body.id}`).set(user.headers).expect(204);
    }
  });

  test('has a number that none of a process had that did not count them', async () => {
    await post([drop('notes')]).expect(201);
    await app.sql.query('update datasets set last_version = 1 where id = $1', [id]);
    expect((await post([drop('notes')]).expect(201)).body.version).toBe(3);
  });

  test('is listed among the newest two hundred, beside the upload', async () => {
    const { body } = await post([drop('notes')]).expect(201);
    await app.sql.query(
      `insert into datasets select (jsonb_populate_record(d, jsonb_build_object('id', 'ds_' || md5($1 || v), 'version', v))).*
       from datasets d, generate_series(3, 230) v where d.id = $1`,
      [body.id],
    );
    const listed = (await get(`${id}/versions`).expect(200)).body.data as { version: number }[];
    expect(listed.map(({ version }) => version)).toEqual([
      ...Array.from({ length: 200 }, (_, n) => 230 - n),
      1,
    ]);
  });

  test.each([
    [[drop('nowhere')], 422, 'COLUMN_NOT_FOUND', 'recipe.0.column'],
    [[{ op: 'explode', column: 'age' }], 400, 'VALIDATION_FAILED', undefined],
    [[{ op: 'cast', column: 'age', to: 'constant' }], 400, 'VALIDATION_FAILED', undefined],
    [[{ op: 'parse_dates', column: 'age', formats: ["%d'); DROP"] }], 400, 'VALIDATION_FAILED', undefined],
    [Array.from({ length: 501 }, () => ({ op: 'deduplicate' })), 400, 'VALIDATION_FAILED', undefined],
    [[ordered(['low'])], 400, 'VALIDATION_FAILED', undefined],
    [[ordered(['low', 'high', 'low'])], 400, 'VALIDATION_FAILED', undefined],
  ])('by the recipe %j is refused', async (recipe, status, code, field) => {
    const { body } = await post(recipe).expect(status);
    expect(body.error.code).toBe(code);
    if (field) expect(body.fields).toMatchObject([{ field }]);
    expect((await get(`${id}/versions`)).body.data).toHaveLength(1);
  });

  test('waits for its upload to be read, and ends with it', async () => {
    const version = (await post([])).body;
    await app.sql.query(`update datasets set status = 'processing' where id = $1`, [id]);
    expect((await post([]).expect(409)).body.error.code).toBe('DATASET_NOT_READY');
    await app.request.delete(`/api/v1/datasets/${id}`).set(user.headers).expect(204);
    await get(version.id).expect(200);
    expect((await post([], version.id).expect(409)).body.error.code).toBe('ORIGINAL_DELETED');
  });

  test('is not made by a stranger or a viewer', async () => {
    const stranger = await app.signIn();
    const url = `/api/v1/datasets/${id}/versions`;
    await app.request.post(url).set(stranger.headers).send({ recipe: [] }).expect(404);
    await app.request.get(url).set(stranger.headers).expect(404);
    const workspace = { id: user.workspaceId, slug: user.workspaceSlug };
    const viewer = await app.signIn({ workspace, role: 'viewer' });
    await app.request.post(url).set(viewer.headers).send({ recipe: [] }).expect(403);
    await app.request.get(url).set(viewer.headers).expect(200);
  });
});

describe('a cleaning without a recipe', () => {
  const clip = { op: 'clip', column: 'age', low: 0, high: 99 };
  const finding = (code: string, fix?: { op: string; column?: string }, column = fix?.column ?? null) => ({
    code,
    severity: 'warning',
    column,
    message: '',
    rows: [],
    lines: [],
    ...(fix && { fix }),
  });
  const foundIn = (of: string, ...findings: ReturnType<typeof finding>[]) =>
    app.sql.query(
      `update datasets set status = 'ready', profile = (
         select jsonb_set(profile, '{findings}', $3) from datasets where id = $2) where id = $1`,
      [of, id, JSON.stringify(findings)],
    );
  const found = (...findings: ReturnType<typeof finding>[]) => foundIn(id, ...findings);
  const clean = (of = id) => app.request.post(`/api/v1/datasets/${of}/clean`).set(user.headers).send({});

  test('takes rows out before columns, each step once, and none on a column that goes', async () => {
    await found(
      finding('IDENTIFIER_COLUMN', drop('customer')),
      finding('OUTLIERS', { ...clip, column: 'price' }),
      finding('PERSONAL_DATA', drop('price')),
      finding('MOSTLY_MISSING', drop('price')),
      finding('OUTLIERS', clip),
      finding('DUPLICATE_ROWS', { op: 'deduplicate' }),
    );
    const { body } = await clean().expect(201);
    expect(body.recipe).toEqual([{ op: 'deduplicate' }, clip, drop('customer'), drop('price')]);
  });

  test('leaves what is to be predicted, and what the rows should be divided by', async () => {
    await found(
      finding('PERSONAL_DATA', drop('bought')),
      finding('GROUPS', undefined, 'customer'),
      finding('HIGH_CARDINALITY', drop('customer')),
      finding('EMPTY_COLUMN', drop('notes')),
    );
    expect((await clean().expect(201)).body.recipe).toEqual([drop('notes')]);
  });

  test('comes after what was done before, a step that is called for again included', async () => {
    const before = [{ op: 'deduplicate' }, drop('notes')];
    const version = (await post(before)).body.id;
    await foundIn(version, finding('DUPLICATE_ROWS', { op: 'deduplicate' }));
    expect((await clean(version).expect(201)).body.recipe).toEqual([...before, { op: 'deduplicate' }]);
  });

  test.each([
    ['processing', 'DATASET_NOT_READY'],
    ['error', 'DATASET_UNREADABLE'],
  ])('needs the findings of its version: one that is %s has none', async (status, code) => {
    const version = (await post([])).body.id;
    await app.sql.query('update datasets set status = $2 where id = $1', [version, status]);
    expect((await clean(version).expect(409)).body.error.code).toBe(code);
    expect((await get(`${id}/versions`)).body.data).toHaveLength(2);
    // Steps that are given need none, and may be the way out.
    await post([drop('notes')], version).expect(201);
  });

  test('is made of its version as it is once no other is being made', async () => {
    const version = (await post([])).body.id;
    const other = await app.sql.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from datasets where id = $1 for update', [id]);
      const answered = clean(version).then((answer) => answer);
      await expect.poll(() => waitingForLocks(app)).toBe(1);
      await foundIn(version, finding('EMPTY_COLUMN', drop('notes')));
      await other.query('commit');
      const { status, body } = await answered;
      expect([status, body.recipe]).toEqual([201, [drop('notes')]]);
    } finally {
      other.release();
    }
  });
});

describe('a schema', () => {
  test('is changed by a version that casts, and keeps all other steps', async () => {
    const dates = { op: 'parse_dates', column: 'email', formats: ['%d/%m/%Y'] };
    const first = (await post([{ op: 'cast', column: 'age', to: 'text' }, drop('notes'), dates])).body;
    const { body } = await patch({ age: 'category', email: 'text' }, first.id).expect(201);
    expect(body.recipe).toEqual([
      drop('notes'),
      { op: 'cast', column: 'age', to: 'category' },
      { op: 'cast', column: 'email', to: 'text' },
    ]);
  });

  test('gives ordered categories their order, and others none', async () => {
    const levels = { plan: ['free', 'team', 'firm'] };
    const { body } = await patch({ plan: 'ordinal', age: 'text' }, id, { levels }).expect(201);
    expect(body.recipe).toEqual([ordered(levels.plan), { op: 'cast', column: 'age', to: 'text' }]);
    const [job] = await jobOf(body.id);
    expect(job.payload.recipe).toEqual(body.recipe);
    for (const types of [{ plan: 'category' }, { age: 'ordinal' }]) {
      const refused = (await patch(types, id, { levels }).expect(400)).body;
      expect(refused.fields).toMatchObject([{ field: 'levels' }]);
    }
  });

  test('refuses columns and types that are not there', async () => {
    expect((await patch({ nowhere: 'text' }).expect(422)).body.error.code).toBe('COLUMN_NOT_FOUND');
    expect((await patch({ age: 'wide' }).expect(400)).body.error.code).toBe('VALIDATION_FAILED');
  });
});

describe('a recipe', () => {
  const steps = (count: number) => Array.from({ length: count }, () => ({ op: 'deduplicate' }));

  test('has at most 500 steps, those of a changed schema included', async () => {
    const { body } = await post(steps(499)).expect(201);
    const refused = (await patch({ age: 'text', price: 'text' }, body.id).expect(400)).body;
    expect(refused.fields).toEqual([{ field: 'types', message: refused.message }]);
    expect(refused.message).toContain('501 cleaning steps; at most 500 are allowed');
    await patch({ age: 'text' }, body.id).expect(201);
  });

  test('takes at most 256 kB, those of a changed schema included', async () => {
    const replacing = (bytes: number) => {
      const step = { op: 'replace', column: 'plan', values: [''], by: null };
      return [{ ...step, values: ['x'.repeat(bytes - JSON.stringify([step]).length)] }];
    };
    const most = 256 * 1024;
    const refused = (await post(replacing(most + 1)).expect(400)).body;
    expect(refused.message).toContain('at most 256 kB. Remove steps');
    expect(refused.fields).toEqual([{ field: 'recipe', message: refused.message }]);
    const { body } = await post(replacing(most)).expect(201);
    expect((await patch({ age: 'text' }, body.id).expect(400)).body.message).toBe(refused.message);
  });
});

describe('a lint', () => {
  const lint = (target?: string) => get(`${id}/lint`).query(target ? { target } : {});

  test('is asked for once, answered when the worker has ended, and kept', async () => {
    expect((await lint('bought').expect(200)).body).toEqual({ status: 'running', report: null });
    await lint('bought').expect(200);
    await lint().expect(200);
    const jobs = await jobOf(id, 'lint');
    expect(jobs.map(({ payload }) => payload.target).sort()).toEqual(['bought', null].sort());
    const report = { target: 'bought', task: 'binary', reason: null, findings: [] };
    await app.sql.query(
      `update dataset_lints set status = 'ready', report = $2 where dataset_id = $1 and target = 'bought'`,
      [id, JSON.stringify(report)],
    );
    expect((await lint('bought')).body).toEqual({ status: 'ready', report });
    expect(await jobOf(id, 'lint')).toHaveLength(2);
  });

  test('for a column whose name is too long to be looked up is the asker’s mistake, not ours', async () => {
    const name = randomBytes(4_000).toString('hex');
    await app.sql.query(
      `update datasets set profile = jsonb_set(profile::jsonb, '{columns,0,name}', to_jsonb($2::text)) where id = $1`,
      [id, name],
    );
    expect((await lint(name).expect(400)).body.error.code).toBe('VALIDATION_FAILED');
  });

  test('that failed is tried again after a while', async () => {
    await lint();
    const fail = (ago: string) =>
      app.sql.query(
        `update dataset_lints set status = 'error', asked_at = now() - $2::interval where dataset_id = $1`,
        [id, ago],
      );
    await fail('1 second');
    expect((await lint()).body.status).toBe('error');
    await fail('1 hour');
    expect((await lint()).body.status).toBe('running');
    expect(await jobOf(id, 'lint')).toHaveLength(2);
  });

  test('that failed is restarted on request, and a running one is not', async () => {
    await lint();
    const again = () => get(`${id}/lint`).query({ again: 'true' });
    expect((await again().expect(200)).body.status).toBe('running');
    expect(await jobOf(id, 'lint')).toHaveLength(1);
    await app.sql.query(`update dataset_lints set status = 'error', asked_at = now() where dataset_id = $1`, [
      id,
    ]);
    expect((await get(`${id}/lint`)).body.status).toBe('error');
    expect((await again()).body.status).toBe('running');
    expect((await again()).body.status).toBe('running');
    expect(await jobOf(id, 'lint')).toHaveLength(2);
  });

  test('that is tried again answers with what was known before it failed', async () => {
    await lint('bought');
    const report = { target: 'bought', task: 'binary', reason: null, findings: [] };
    await app.sql.query(
      `update dataset_lints set status = 'error', asked_at = now() - interval '1 hour', report = $2
       where dataset_id = $1`,
      [id, JSON.stringify(report)],
    );
    expect((await lint('bought')).body).toEqual({ status: 'running', report });
    expect((await lint('bought')).body).toEqual({ status: 'running', report });
    expect(await jobOf(id, 'lint')).toHaveLength(2);
  });

  test('needs a table that has been read, and a column of it', async () => {
    expect((await lint('nowhere').expect(422)).body.error.code).toBe('TARGET_NOT_FOUND');
    await app.sql.query(`update datasets set status = 'error' where id = $1`, [id]);
    expect((await lint().expect(409)).body.error.code).toBe('DATASET_NOT_READY');
  });
});
