import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { archiveJob } from '../../src/features/account/index.ts';
import { sweep } from '../../src/features/jobs/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { openEventStream } from '../harness/event-stream.ts';
import { environmentOf, until } from '../pipeline/product.ts';
import { type Program, startNode } from '../pipeline/programs.ts';
import { furnish, objects } from './stored.ts';

/** The other process has the same two cores. */
const patience = { timeout: 60_000 };

let app: TestApp;
/** Started by the first test, once archives are asked for. */
let jobs: Program;
let asha: SignedIn;
let other: SignedIn;
let things: Awaited<ReturnType<typeof furnish>>;
beforeAll(async () => {
  app = await startApp();
  [asha, other] = await Promise.all([app.signIn(), app.signIn()]);
  things = await furnish(app, asha, 'b'.repeat(64));
  await furnish(app, other, 'c'.repeat(64));
});
afterAll(async () => {
  await jobs?.kill();
  await app?.close();
});

const get = (path: string, { headers }: SignedIn = asha) => app.request.get(`/api/v1${path}`).set(headers);
const ask = ({ headers }: SignedIn = asha, { request } = app) =>
  request.post('/api/v1/users/me/archives').set(headers);

async function packed(person: SignedIn = asha): Promise<{ id: string; sizeBytes: number }> {
  return until(async () => {
    const { data } = (await get('/users/me/archives', person).expect(200)).body;
    return data[0]?.status !== 'preparing' && data[0];
  });
}

async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  return files;
}

test('one is packed at a time, and a new one takes the place of the former', patience, async () => {
  await jobs?.kill('SIGKILL');
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
  jobs = await startNode('jobs.ts', environmentOf(app));
  const first = await packed();
  await ask().expect(202);
  const second = await packed();
  expect(second.id).not.toBe(first.id);
  const archives = (await objects(app)).filter((key) => key.startsWith('archives/'));
  expect(archives).toContain(`archives/${second.id}.zip`);
  expect(archives).not.toContain(`archives/${first.id}.zip`);
});

test('the JSON holds what is recorded of the person, of nobody else, and nothing that lets one in', async () => {
  const answer = await get('/users/me/export').expect(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename=rowcast-account-.*\.json$/),
  });
  expect(answer.body).toMatchObject({
    profile: { id: asha.userId, email: asha.email },
    memberships: [{ slug: asha.workspaceSlug, role: 'owner' }],
    workspaces: [
      {
        id: asha.workspaceId,
        apis: [{ id: things.apiId }],
        datasets: [{ id: things.datasetId }],
        models: [{ id: things.modelId }],
        keys: [{ name: 'Key' }],
      },
    ],
  });
  expect(answer.body.ownActions.map(({ action }: { action: string }) => action)).toContain('key.created');
  const whole = JSON.stringify(answer.body);
  for (const secret of [
    things.key,
    'keyHash',
    'passwordHash',
    'tokenHash',
    'sealedSource',
    other.email,
    other.workspaceId,
  ])
    expect(whole).not.toContain(secret);
});

test('the archive holds the files as well, under names that stay inside', patience, async () => {
  await ask().expect(202);
  const { id, sizeBytes } = await packed();
  const answer = await get(`/users/me/archives/${id}/file`).responseType('blob').expect(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  const bytes: Buffer = answer.body;
  expect(bytes).toHaveLength(sizeBytes);
  const files = await unzip(bytes);
  const { apiId, datasetId, modelId } = things;
  const slug = asha.workspaceSlug;
  expect(Object.keys(files).toSorted()).toEqual(
    [
      'account.json',
      `${slug}/apis/${apiId}/calls.jsonl`,
      `${slug}/datasets/${datasetId}/__.._etc_pass_wd.csv`,
      `${slug}/models/${modelId}/model.rowcast`,
      `${slug}/models/${modelId}/report.json`,
    ].toSorted(),
  );
  expect(files[`${slug}/models/${modelId}/model.rowcast`]).toBe('bundle');
  expect(JSON.parse(files[`${slug}/apis/${apiId}/calls.jsonl`] ?? '')).toMatchObject({
    request: '{"age":1}',
  });
  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({ profile: { email: asha.email } });
});

test('nobody else fetches it, and it is fetched no more once it has expired', patience, async () => {
  await ask().expect(202);
  const { id } = await packed();
  await get(`/users/me/archives/${id}/file`, other).expect(404);
  await app.request.get(`/api/v1/users/me/archives/${id}/file`).expect(401);
  await app.sql.query(`update archives set expires_at = now() - interval '1 second' where id = $1`, [id]);
  await get(`/users/me/archives/${id}/file`).expect(404);
  expect((await get('/users/me/archives')).body.data).toEqual([]);
  await sweep(app.services);
  const { rows } = await app.sql.query('select 1 from archives where id = $1', [id]);
  expect(rows).toEqual([]);
});

test('an export needs a recent proof, and the owner is notified', async () => {
  const person = await app.signIn();
  const age = (time: string) =>
    app.sql.query('update sessions set proved_at = now() - $2::interval where user_id = $1', [
      person.userId,
      time,
    ]);
  await age('11 minutes');
  await get('/users/me/export', person).expect(403, /PROOF_REQUIRED/);
  await ask(person).expect(403, /PROOF_REQUIRED/);
  await age('0');
  await get('/users/me/export', person).expect(200);
  await ask(person).expect(202);
  const kindsIn = async (table: string) =>
    (await app.sql.query(`select kind from ${table} where user_id = $1 order by id`, [person.userId])).rows;
  expect(await kindsIn('security_events')).toEqual([{ kind: 'data_exported' }, { kind: 'data_exported' }]);
  expect(await kindsIn('notifications')).toEqual(Array(2).fill({ kind: 'security.data_exported' }));
});

test('however many actions there are, all are given once, across the pieces they are read in', async () => {
  const person = await app.signIn();
  await app.sql.query(
    `insert into audit_log (workspace_id, seq, id, at, actor_id, action, target_type, target_id, details,
       details_salt, details_hash, ip_salt, previous_hash, hash)
     select $1, n, $1 || n, now(), $2, 'api.updated', 'api', 'api_1', '{}', 's', 'h', '', 'p', 'h'
     from generate_series(1, 2500) n`,
    [person.workspaceId, person.userId],
  );
  await app.sql.query(`insert into audit_heads (workspace_id, seq, hash, at) values ($1, 2500, 'h', now())`, [
    person.workspaceId,
  ]);
  const { body } = await get('/users/me/export', person).expect(200);
  const seqs = body.ownActions.map(({ seq }: { seq: number }) => seq);
  expect(seqs).toEqual(Array.from({ length: 2501 }, (_, at) => at + 1));
});

test(
  'that an archive is ready is said to its owner, wherever they look, and to nobody else',
  patience,
  async () => {
    const person = await app.signIn();
    const workspace = { id: person.workspaceId, slug: person.workspaceSlug };
    const mate = await app.signIn({ workspace, role: 'admin' });
    const [theirs, mates] = await Promise.all(
      [person, mate].map(({ headers }) => openEventStream(app, headers)),
    );
    await ask(person).expect(202);
    const { id } = await packed(person);
    // The notice of the export comes first.
    const received = (await theirs?.take(2))?.map(({ data }) => data);
    expect(received).toContainEqual({ type: 'archive.changed', archiveId: id });
    await app.services.events.publish(workspace.id, { type: 'member.removed', userId: other.userId });
    expect((await mates?.take(1))?.[0]?.data).toMatchObject({ type: 'member.removed' });
    theirs?.close();
    mates?.close();
  },
);

test('what cannot be read or written while packing fails the job alone, and leaves nothing behind', async () => {
  const own = await startApp();
  const person = await own.signIn();
  await furnish(own, person, 'd'.repeat(64));
  const { body } = await ask(person, own).expect(202);
  const pack = (services = own.services) =>
    archiveJob.run?.(services, { archiveId: body.id, jobId: newId('job') }, new AbortController().signal);
  const { stagingFolder } = own.services.storage;
  await own.sql.query('alter table request_log rename to away');
  await expect(pack()).rejects.toThrow(/request_log/);
  await own.sql.query('alter table away rename to request_log');
  expect(await readdir(stagingFolder)).toEqual([]);
  const storage = { ...own.services.storage, stagingFolder: `${stagingFolder}/missing` };
  await expect(pack({ ...own.services, storage })).rejects.toThrow(/ENOENT/);
  await pack();
  await own.close();
});
