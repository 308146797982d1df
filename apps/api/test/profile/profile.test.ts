import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let asha: SignedIn;
beforeAll(async () => {
  app = await startApp();
  asha = await app.signIn();
});
afterAll(() => app.close());

const put = (path: string, body: object) => app.request.put(path).set(asha.headers).send(body);
const get = (path: string) => app.request.get(path).set(asha.headers);
const name = { firstName: 'Asha', lastName: 'Rao' };

test.each(['Asha\nRao', 'Asha\u2028Rao', 'Asha\u0007'])('the name %j is refused', async (firstName) => {
  const { body } = await put('/api/v1/auth/profile', { ...name, firstName }).expect(400);
  expect(body.fields).toMatchObject([{ field: 'firstName' }]);
  const signup = { name: firstName, email: 'new@example.test', phoneNumber: '+91 98765 43210' };
  await app.request
    .post('/api/v1/auth/signup')
    .send(signup)
    .expect(400, /VALIDATION_FAILED/);
});

test('profile, me and the profile screen are one record', async () => {
  const change = {
    ...name,
    phoneNumber: '+91 98765 43210',
    company: 'Rao & Co',
    position: 'Analyst',
    webhookUrl: 'https://93.184.215.14/hooks',
    timezone: 'Asia/Kolkata',
    language: 'de',
  };
  const { timezone, language, ...plain } = change;
  const { body } = await put('/api/v1/auth/profile', change).expect(200);
  expect(body).toMatchObject({ ...plain, name: 'Asha Rao', preferences: { timezone, language } });
  expect((await get('/api/v1/auth/me').expect(200)).body).toEqual(body);
  const screen = { id: asha.userId, email: asha.email, webhook_url: change.webhookUrl };
  expect((await get('/users/me').expect(200)).body).toEqual(screen);
  expect((await get('/api/v1/users/me').expect(200)).body).toEqual(screen);
  await put('/users/me', { webhook_url: '' }).expect(200, { ...screen, webhook_url: null });
  expect((await get('/api/v1/auth/me')).body.webhookUrl).toBeNull();
});

test('what is left blank is removed, what is left out stays', async () => {
  await put('/api/v1/auth/profile', { ...name, company: 'Rao & Co', position: 'Analyst' }).expect(200);
  const { body } = await put('/api/v1/auth/profile', { ...name, company: '' }).expect(200);
  expect(body).toMatchObject({ company: null, position: 'Analyst' });
});

test.each([
  [{ firstName: 'A', lastName: 'Rao' }, 'firstName', 'First name must be at least 2 characters'],
  [{ firstName: 'Asha', lastName: 'R' }, 'lastName', 'Last name must be at least 2 characters'],
  [{ ...name, lastName: '' }, 'lastName', 'Last name must be at least 2 characters'],
  [{ ...name, lastName: '  ' }, 'lastName', 'Last name must be at least 2 characters'],
  [{ ...name, phoneNumber: '12345' }, 'phoneNumber', 'Phone number must be at least 10 digits'],
  [{ ...name, timezone: 'Mars/Olympus' }, 'timezone', expect.any(String)],
  [{ ...name, webhookUrl: 'ftp://example.com' }, 'webhookUrl', expect.any(String)],
  [{ ...name, company: 'x'.repeat(101) }, 'company', expect.any(String)],
])('%j is refused', async (body, field, message) => {
  const answer = await put('/api/v1/auth/profile', body).expect(400);
  expect(answer.body.fields).toEqual([{ field, message }]);
});

test('a user who signed up with one word has no last name and can still save the profile', async () => {
  const email = 'bob@example.test';
  const bob = { name: 'Bob', email, phoneNumber: '+91 98765 43210' };
  await app.request.post('/api/v1/auth/signup').send(bob).expect(202);
  const code = { email, otp: await app.codeFor(email) };
  const { token } = (await app.request.post('/api/v1/auth/verify-otp').send(code).expect(200)).body;
  const save = (body: object) =>
    app.request.put('/api/v1/auth/profile').auth(token, { type: 'bearer' }).send(body);
  const { body } = await save({ firstName: 'Bob', lastName: '', company: 'Rao & Co' }).expect(200);
  expect(body).toMatchObject({ name: 'Bob', lastName: '', company: 'Rao & Co' });
  await save({ lastName: 'R' }).expect(400, /Last name must be at least 2 characters/);
  expect((await save({ lastName: 'Rao' }).expect(200)).body.name).toBe('Bob Rao');
});

test('two who each save what they changed both keep it', async () => {
  await put('/api/v1/auth/profile', { company: 'First & Co' }).expect(200);
  await put('/api/v1/auth/profile', { position: 'Chemist' }).expect(200);
  const { body } = await put('/api/v1/auth/profile', { lastName: 'Iyer' }).expect(200);
  expect(body).toMatchObject({ company: 'First & Co', position: 'Chemist', name: 'Asha Iyer' });
});

test('a NUL, which the database can not hold, is refused and changes nothing', async () => {
  const before = (await get('/api/v1/auth/me')).body;
  await put('/api/v1/auth/profile', { ...name, company: 'a\u0000b' }).expect(400, /VALIDATION_FAILED/);
  expect((await get('/api/v1/auth/me')).body).toEqual(before);
});

test('role, id, address and plan in the body change nothing', async () => {
  const before = (await get('/api/v1/auth/me')).body;
  const given = { firstName: 'Other', lastName: 'Person' };
  const { body } = await put('/api/v1/auth/profile', {
    ...given,
    role: 'admin',
    id: `usr_${'0'.repeat(32)}`,
    userId: `usr_${'0'.repeat(32)}`,
    workspaceId: `ws_${'0'.repeat(32)}`,
    username: 'admin',
    planId: 'enterprise',
    amount: 1,
    mfaEnabled: true,
    avatarKey: 'bundles/x',
    verifiedAt: null,
  }).expect(400);
  expect(body.fields).toHaveLength(10);
  expect((await get('/api/v1/auth/me')).body).toEqual(before);
  await put('/api/v1/auth/profile', { email: 'other@example.test' }).expect(200);
  expect((await get('/api/v1/auth/me')).body).toEqual(before);
});

test.each([
  'http://127.0.0.1/hook',
  'http://127.1/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://2130706433/',
  'http://localhost:8080/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[2002:7f00:1::]/',
  'http://100.64.0.1/',
  'http://10.0.0.1/',
  'http://172.16.3.4/',
  'http://192.168.1.1/',
  'http://0.0.0.0/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://printer.local/',
  'http://intranet/',
  'http://user:secret@93.184.215.14/',
])('the webhook address %s is refused when it is saved', async (address) => {
  for (const path of ['/users/me', '/api/v1/users/me']) {
    const { body } = await put(path, { webhook_url: address }).expect(400);
    expect(body).toMatchObject({ error: { code: 'ADDRESS_REFUSED' }, fields: [{ field: 'webhook_url' }] });
  }
  await put('/api/v1/auth/profile', { ...name, webhookUrl: address }).expect(400, /ADDRESS_REFUSED/);
  expect((await get('/users/me')).body.webhook_url).toBeNull();
});
