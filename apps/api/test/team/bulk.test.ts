import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { leaveAt, noteFaults } from '../harness/disconnecting-client.ts';
import { joined, tokenMailedTo } from './people.ts';

let app: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signIn();
});

const send = (content: string | Buffer, by = owner) =>
  app.request
    .post('/api/v1/team/invites/bulk')
    .set(by.headers)
    .attach('file', Buffer.from(content), 'team.csv');

test('each row has a result of its own, by its line', async () => {
  const { body } = await send(
    [
      'Email;Role;Message',
      'ann@bulk.test;viewer;"Welcome, Ann"',
      '',
      'bob@bulk.test;Admin;',
      'nobody;viewer;',
      'cyd@bulk.test;owner;',
      'ann@bulk.test;viewer;',
      'dee@bulk.test;;',
      `${owner.email};viewer;`,
      '=cmd|calc;viewer;',
      'eve@bulk.test;viewer;nul \0 in it',
    ].join('\r\n'),
  ).expect(200);
  const results = body.data.map(
    ({ line, status, error }: { line: number; status: string; error: { code: string } }) => [
      line,
      status,
      error?.code,
    ],
  );
  expect(results).toEqual([
    [2, 'invited', undefined],
    [4, 'invited', undefined],
    [5, 'failed', 'VALIDATION_FAILED'],
    [6, 'failed', 'VALIDATION_FAILED'],
    [7, 'failed', 'INVITE_PENDING'],
    [8, 'invited', undefined],
    [9, 'failed', 'ALREADY_MEMBER'],
    [10, 'failed', 'VALIDATION_FAILED'],
    [11, 'failed', 'VALIDATION_FAILED'],
  ]);
  const { body: invites } = await app.request.get('/api/v1/team/invites').set(owner.headers);
  const roles = invites.data.map(({ email, role }: { email: string; role: string }) => [email, role]);
  expect(roles.toSorted()).toEqual([
    ['ann@bulk.test', 'viewer'],
    ['bob@bulk.test', 'admin'],
    ['dee@bulk.test', 'developer'],
  ]);
  await tokenMailedTo(app, 'dee@bulk.test');
});

test.each([
  ['nothing', ''],
  ['a header alone', 'email,role\n'],
  ['no column for the address', 'name,role\nAnn,viewer\n'],
  ['an open quote', 'email,role\n"ann@a.test,viewer\n'],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x02])],
  ['more rows than are invited at a time', `email\n${'a@b.test\n'.repeat(101)}`],
])('a file with %s is refused by name', async (_what, content) => {
  await send(content).expect(400, /INVITE_FILE_UNREADABLE/);
});

test('a file that is too large is refused, and one that is missing', async () => {
  await send(`email\n${'x'.repeat(1024 * 1024)}`).expect(413, /FILE_TOO_LARGE/);
  await app.request
    .post('/api/v1/team/invites/bulk')
    .set({ ...owner.headers, 'content-type': 'multipart/form-data; boundary=x' })
    .send('--x--\r\n')
    .expect(400, /UPLOAD_MISSING/);
});

test('a file whose sender leaves before it is read is no fault of ours', async () => {
  const faults = noteFaults(app);
  await leaveAt(app, 'workspace_settings', send('email\nlate@bulk.test\n'));
  await sleep(100);
  expect(faults).toEqual([]);
});

test('who may not invite may not invite many', async () => {
  const developer = await joined(app, owner, 'developer');
  await send('email\nann@no.test\n', developer).expect(403, /FORBIDDEN/);
});
