import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signIn();
});
afterAll(() => app.close());

const get = (who: SignedIn, query = '', path = '/api/v1/audit-logs') =>
  app.request.get(`${path}${query}`).set(who.headers);

const rename = (who: SignedIn, name: string) =>
  app.request.post('/api/v1/apis').set(who.headers).send({ name }).expect(201);

test('a change is listed with who, what, before and after, address and request', async () => {
  const ann = await app.signIn();
  const { body: api } = await rename(ann, 'Churn');
  const requestId = 'request-of-the-change';
  await app.request
    .put(`/api/v1/apis/${api.id}`)
    .set({ ...ann.headers, 'X-Request-Id': requestId })
    .send({ name: 'Churn of 2026', status: 'inactive' })
    .expect(200);
  const { body } = await get(ann).expect(200);
  expect(body.data[0]).toEqual({
    id: expect.stringMatching(/^aud_/),
    seq: 2,
    timestamp: expect.any(String),
    user_id: ann.userId,
    user_name: expect.stringMatching(/^User /),
    action: 'api.updated',
    target_type: 'api',
    target_id: api.id,
    details: {
      before: { name: 'Churn', enabled: true },
      after: { name: 'Churn of 2026', enabled: false },
    },
    ip: expect.stringMatching(/127\.0\.0\.1$/),
    request_id: requestId,
    erased: false,
  });
  expect(body.data[1]).toMatchObject({ action: 'api.created', seq: 1 });
});

test('records show current names of existing things of their own workspace', async () => {
  const [ann, bob] = [await app.signIn(), await app.signIn()];
  const { body: api } = await rename(ann, 'Churn');
  const { body: other } = await rename(bob, 'Of another');
  const key = await app.request
    .post(`/api/v1/apis/${api.id}/keys`)
    .set(ann.headers)
    .send({ name: 'Billing' });
  await transact(app.services, async ({ audit }) =>
    audit({
      ...{ action: 'api.updated', targetType: 'api', targetId: other.id, after: { apiId: other.id } },
      ...{ workspaceId: ann.workspaceId, actorId: ann.userId },
    }),
  );
  const { body } = await get(ann).expect(200);
  const names = Object.fromEntries(body.names.map(({ id, ...rest }: { id: string }) => [id, rest]));
  expect(names).toEqual({
    [api.id]: { name: 'Churn', apiId: api.id },
    [key.body.id]: { name: 'Billing', apiId: api.id },
    [ann.userId]: { name: expect.stringMatching(/^User /), apiId: null },
  });
  await app.request.delete(`/api/v1/apis/${api.id}`).set(ann.headers).expect(204);
  expect((await get(ann).expect(200)).body.names).toEqual([
    { id: ann.userId, name: expect.any(String), apiId: null },
  ]);
});

test('the call of the screen answers the same', async () => {
  const [api, screen] = await Promise.all([get(owner), get(owner, '', '/api/audit-logs')]);
  expect(screen.body).toEqual(api.body);
});

test('pages follow one another without a gap while others write', async () => {
  const ann = await app.signIn();
  for (let each = 0; each < 7; each += 1) await rename(ann, `API ${each}`);
  const seen: number[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await get(ann, `?limit=3${cursor}`).expect(200);
    seen.push(...body.data.map((row: { seq: number }) => row.seq));
    await rename(ann, 'Written meanwhile');
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

describe('filters', () => {
  let ann: SignedIn;
  let bob: SignedIn;
  let apiId: string;
  const seqs = async (query: string) =>
    (await get(ann, query).expect(200)).body.data.map((row: { seq: number }) => row.seq);
  beforeAll(async () => {
    ann = await app.signIn();
    bob = await app.signIn({
      workspace: { id: ann.workspaceId, slug: ann.workspaceSlug },
      role: 'developer',
    });
    const at = (time: string) => ({ ...app.services, clock: { now: () => new Date(time) } });
    const entry = (actorId: string, action: `${string}.${string}`, targetId: string) =>
      ({ actorId, action, targetType: 'api', targetId, workspaceId: ann.workspaceId }) as const;
    apiId = `api_${'1'.repeat(32)}`;
    const changes = [
      ['2026-01-01T00:00:00Z', entry(ann.userId, 'api.created', apiId)],
      ['2026-01-02T00:00:00Z', entry(bob.userId, 'api.updated', apiId)],
      ['2026-01-02T00:00:00Z', entry(ann.userId, 'api.updated', 'api_other')],
      ['2026-01-03T00:00:00Z', entry(bob.userId, 'api.deleted', 'api_other')],
    ] as const;
    for (const [time, each] of changes) await transact(at(time), async ({ audit }) => audit(each));
  });

  test('who', async () => expect(await seqs(`?user=${bob.userId}`)).toEqual([4, 2]));
  test('what', async () => expect(await seqs('?action=api.updated')).toEqual([3, 2]));
  test('target', async () => expect(await seqs(`?target=${apiId}`)).toEqual([2, 1]));
  test('from', async () => expect(await seqs('?from=2026-01-02T00:00:00Z')).toEqual([4, 3, 2]));
  test('to', async () => expect(await seqs('?to=2026-01-02T00:00:00Z')).toEqual([3, 2, 1]));
  test('a span', async () =>
    expect(await seqs('?from=2026-01-01T12:00:00Z&to=2026-01-02T12:00:00Z')).toEqual([3, 2]));
  test('a span with nothing in it', async () => {
    expect(await seqs('?from=2027-01-01T00:00:00Z')).toEqual([]);
    expect(await seqs('?to=2025-01-01T00:00:00Z')).toEqual([]);
  });
  test('several at once', async () =>
    expect(await seqs(`?user=${bob.userId}&action=api.updated&from=2026-01-02T00:00:00Z`)).toEqual([2]));
  test.each(['?limit=0', '?limit=201', '?cursor=x', '?user=ann', '?from=yesterday'])(
    '%s is refused',
    async (query) => {
      const { body } = await get(ann, query).expect(400);
      expect(body.error.code).toBe('VALIDATION_FAILED');
    },
  );
  test('the choices are what the log knows', async () => {
    const { body } = await get(ann, '', '/api/v1/audit-logs/choices').expect(200);
    expect(body.actions).toEqual(['api.created', 'api.deleted', 'api.updated']);
    expect(body.users.map((user: { id: string }) => user.id).toSorted()).toEqual(
      [ann.userId, bob.userId].toSorted(),
    );
  });
});

test('nobody sees the log of another workspace', async () => {
  const stranger = await app.signIn();
  await rename(owner, 'Mine');
  expect((await get(stranger).expect(200)).body.data).toEqual([]);
});

test('what the owner did to their own account is read by them alone', async () => {
  const ann = await app.signIn();
  const bob = await app.signIn({
    workspace: { id: ann.workspaceId, slug: ann.workspaceSlug },
    role: 'admin',
  });
  await app.request
    .put('/api/v1/auth/profile')
    .set(ann.headers)
    .send({ firstName: 'Ann', lastName: 'Lee', company: 'Secret Ltd' })
    .expect(200);
  await app.request.post('/api/v1/auth/logout').set(ann.headers).send({}).expect(204);
  await rename(bob, 'Churn');
  const again = await app.sql.query(
    "select count(*)::int as n from audit_log where workspace_id = $1 and target_type = 'user'",
    [ann.workspaceId],
  );
  expect(again.rows[0].n).toBeGreaterThan(1);
  const { body } = await get(bob).expect(200);
  expect(body.data.map(({ action }: { action: string }) => action)).toEqual(['api.created']);
  expect((await get(bob, '?action=profile.updated').expect(200)).body.data).toEqual([]);
  expect((await get(bob, `?user=${ann.userId}`).expect(200)).body.data).toEqual([]);
  const csv = await get(bob, '', '/api/v1/audit-logs/export').expect(200);
  expect(csv.text).not.toContain('Secret Ltd');
});

test('in the export no cell is a formula, and each keeps its text', async () => {
  const ann = await app.signIn();
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\tTAB', '\rCR', '=HYPERLINK("http://x","y")'];
  for (const name of names)
    await transact(app.services, async ({ audit }) =>
      audit({
        ...{ action: `${name}.x`, targetType: name, targetId: name },
        ...{ workspaceId: ann.workspaceId, actorId: null, after: { name } },
      }),
    );
  const { text, headers } = await get(ann, '', '/api/v1/audit-logs/export').expect(200);
  expect(headers['content-disposition']).toMatch(/attachment; filename="?audit-\d{4}-\d\d-\d\d\.csv/);
  const rows: string[][] = parse(text, { bom: true });
  expect(rows).toHaveLength(names.length + 1);
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  expect(rows.slice(1).map((row) => row[5]?.replace(/^'/, ''))).toEqual(names.toReversed());
});

test('the export holds more than a page', async () => {
  const ann = await app.signIn();
  await transact(app.services, async ({ audit }) => {
    for (let each = 0; each < 2_500; each += 1)
      audit({
        action: 'api.updated',
        targetType: 'api',
        targetId: `api_${each}`,
        workspaceId: ann.workspaceId,
      });
  });
  const { text } = await get(ann, '', '/api/v1/audit-logs/export').expect(200);
  const rows: string[][] = parse(text, { bom: true });
  expect(rows.slice(1).map(([seq]) => Number(seq))).toEqual(
    Array.from({ length: 2_500 }, (_, each) => 2_500 - each),
  );
});
