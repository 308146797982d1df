import { connect } from 'node:net';
import { createApi, createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
let apiId: string;
let modelId: string;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
  const { workspaceId } = user;
  ({ id: apiId } = await createApi(app.sql, { workspaceId }));
  ({ id: modelId } = await createModel(app.sql, { workspaceId, apiId }));
});
afterAll(() => app.close());

/** Each call that gives something a name. */
const naming: Record<string, (name: string) => ReturnType<TestApp['request']['post']>> = {
  'an API': (name) => app.request.post('/api/v1/apis').set(user.headers).send({ name }),
  'a changed API': (name) => app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ name }),
  'a key': (name) => app.request.post(`/api/v1/apis/${apiId}/keys`).set(user.headers).send({ name }),
  'a model': (name) => app.request.put(`/api/v1/models/${modelId}`).set(user.headers).send({ name }),
  'a first name': (name) => app.request.put('/api/v1/users/me').set(user.headers).send({ firstName: name }),
  'a last name': (name) => app.request.put('/api/v1/users/me').set(user.headers).send({ lastName: name }),
  'a company': (name) => app.request.put('/api/v1/users/me').set(user.headers).send({ company: name }),
  'a position': (name) => app.request.put('/api/v1/users/me').set(user.headers).send({ position: name }),
  'a person who signs up': (name) =>
    app.request
      .post('/api/v1/auth/signup')
      .send({ name, email: `s${Date.now()}@a.test`, phoneNumber: '+14155550100' }),
  'a dataset': (name) =>
    app.request
      .post('/api/v1/datasets/upload')
      .set(user.headers)
      .field('name', name)
      .attach('file', Buffer.from('a,b\n1,2\n'), 'table.csv'),
};

test.each(Object.keys(naming))('the name of %s is plain text', async (what) => {
  const named = naming[what];
  if (!named) throw new Error(what);
  for (const bad of [
    'Ch\u202eurn',
    'Ch\u2066urn',
    'Ch\u200furn',
    'Ch\u061curn',
    'Ch\rurn',
    'Ch\nurn',
    'Ch\u0000urn',
    'Ch\u001b[31murn',
    'Ch\u0085urn',
    'Ch\u2028urn',
    'Ch\u200burn',
    'Ch\ufeffurn',
  ]) {
    const { status } = await named(bad);
    expect(`${what} ${JSON.stringify(bad)} ${status}`).toBe(`${what} ${JSON.stringify(bad)} 400`);
  }
});

test.each(['किरण', 'نجمة', 'שלום', '👩‍💻 team', 'O’Brien & Söhne'])('%s is a name', async (name) => {
  const { body } = (await naming['an API']?.(`${name} api`).expect(201)) ?? {};
  expect(body.name).toBe(`${name} api`);
});

test('one text has one spelling', async () => {
  const { body } = await app.request
    .post('/api/v1/apis')
    .set(user.headers)
    .send({ name: 'Cafe\u0301' })
    .expect(201);
  expect(body.name).toBe('Caf\u00e9');
});

/** What a request with these header lines is answered with. */
const raw = (path: string, ...lines: string[]) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
    socket.end(
      [`POST ${path} HTTP/1.1`, ...lines, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n'),
    );
  });

test.each(['/api/v1/auth/login', `/api/v1/predict/api_${'0'.repeat(32)}`, '/health/live', '/users/me'])(
  '%s refuses several Host headers',
  async (path) => {
    for (const hosts of [
      ['Host: a.test', 'Host: b.test'],
      ['Host: a.test', 'HOST: a.test'],
      ['host: a.test', 'X-Other: 1', 'hOsT: b.test', 'Host: c.test'],
    ]) {
      const answer = await raw(path, ...hosts);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('HOST_AMBIGUOUS');
    }
    expect(await raw(path, 'Host: a.test')).not.toContain('HOST_AMBIGUOUS');
  },
);
