import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { type MountedRoute, newApp, routesOf } from '../harness/mounted-routes.ts';

/** All that answers to somebody who is nobody. Whatever else is mounted must ask who is calling. */
const open = new Set([
  'get /health/live',
  'get /health/ready',
  'get /metrics',
  'get /api/v1/openapi.json',
  'get /{*place}',
  'post /api/v1/auth/signup',
  'post /api/v1/auth/login',
  'post /api/v1/auth/resend-otp',
  'post /api/v1/auth/verify-otp',
  'post /api/v1/auth/verify-email',
  'post /api/v1/auth/refresh-token',
  'post /api/v1/auth/forgot-password',
  'post /api/v1/auth/reset-password',
  'post /api/v1/auth/mfa/verify',
  'get /api/v1/avatars/:name',
  'post /api/v1/team/invites/look-up',
  'get /api/v1/mails/unsubscribe/:token',
  'post /api/v1/mails/invitations',
  'post /api/v1/mails/unsubscribe/:token',
  'get /api/v1/support',
]);

let app: TestApp;
let dist: string;
let owner: SignedIn;
let apiId: string;
beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'rowcast-dist-'));
  await writeFile(path.join(dist, 'index.html'), '<!doctype html><title>Rowcast</title>');
  app = await startApp({ env: { WEB_DIST: dist, PUBLIC_URL: 'https://rowcast.test', TRUST_PROXY: '1' } });
  owner = await app.signIn();
  apiId = (await createApi(app.sql, { workspaceId: owner.workspaceId })).id;
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true });
});

const nameOf = ({ method, path: at }: MountedRoute) => `${method} ${at}`;
/** An API of somebody's where one can be named, so that a wide open door would show something. */
const addressOf = ({ path: at }: MountedRoute) =>
  at === '/{*place}' ? '/somebody/apis' : at.replace(/:id\b/, apiId).replace(/:(\w+)/g, 'x');
const mounted = () => routesOf(newApp(app.services));
const methodOf = ({ method }: MountedRoute) => method.toUpperCase();

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

let asked = 0;

/** Sends the address as it is written, each time from another network, so that no limit answers instead. */
async function ask(url: string, method: string, given: Record<string, string> = {}): Promise<Answer> {
  asked += 1;
  const from = `203.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`;
  const { hostname, port } = new URL(app.url);
  const headers = { ...given, 'x-forwarded-for': from };
  const request = http.request({ hostname, port, path: url, method, headers, agent: false }).end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const stream = response.headers['content-type'] === 'text/event-stream';
  if (stream) response.destroy();
  const answer = { status: response.statusCode ?? 0, headers: response.headers as Record<string, string> };
  return { ...answer, text: stream ? '' : await text(response) };
}

const corsOf = ({ headers }: Answer) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'));

/** A route's answer to somebody is no answer when it asks who they are, or says that nothing is there. */
const isRefusal = (status: number) => status === 401 || status === 404;

describe('somebody who is nobody', () => {
  test('is answered by the open routes alone', async () => {
    const answering: string[] = [];
    for (const route of mounted()) {
      const { status } = await ask(addressOf(route), methodOf(route));
      if (status !== 401) answering.push(nameOf(route));
    }
    expect(new Set(answering)).toEqual(open);
  });

  test('gets past no guard by writing the address in another way', async () => {
    const guarded = mounted().filter((route) => !open.has(nameOf(route)));
    const ways: ((url: string) => string)[] = [
      (url) => url.toUpperCase().replace(apiId.toUpperCase(), apiId),
      (url) => `${url}/`,
      (url) => url.replace('/api', '//api').replace('/users', '//users'),
      (url) => url.replace('/api/', '/api/./').replace('/users/', '/users/./'),
      (url) => `/health/..${url}`,
      (url) => url.replace(/\/(\w)/, (_, first: string) => `/%${first.charCodeAt(0).toString(16)}`),
      (url) => `${url}?workspace=x&_method=GET`,
      (url) => `${url};.js`,
    ];
    for (const route of guarded) {
      for (const [way, write] of ways.entries()) {
        const { status, text: shown } = await ask(write(addressOf(route)), methodOf(route));
        // The console's page says nothing of anybody.
        const page = status === 200 && shown === '<!doctype html><title>Rowcast</title>';
        expect(page || isRefusal(status), `${nameOf(route)}, way ${way}: ${status} ${shown}`).toBe(true);
      }
    }
  });

  test('learns nothing by HEAD, OPTIONS or a method in a header', async () => {
    for (const route of mounted().filter((each) => !open.has(nameOf(each)))) {
      const url = addressOf(route);
      const head = await ask(url, 'HEAD');
      expect(isRefusal(head.status) || head.headers['content-type']?.includes('html'), url).toBe(true);
      const override = await ask(url, 'POST', { 'x-http-method-override': route.method });
      expect(isRefusal(override.status), `${url} ${override.status}`).toBe(true);
    }
  });
});

describe('every route', () => {
  const everyone = (): Record<string, string>[] => [{}, owner.headers];

  test('answers with the security headers, whatever it answers', async () => {
    const places = [
      ...mounted().map((route) => [addressOf(route), methodOf(route)] as const),
      [`/api/v1/predict/${apiId}`, 'POST'],
      [`/api/v1/predict/${apiId}/openapi.json`, 'GET'],
      ['/api/v1/predict/nothing', 'GET'],
      ['/v2/health/live', 'GET'],
      ['/api/v1/nothing', 'GET'],
    ] as const;
    for (const [url, method] of places) {
      const { status, headers } = await ask(url, method);
      expect({ url, method, status, ...headers }).toMatchObject({
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'strict-transport-security': expect.stringContaining('max-age=31536000'),
        'permissions-policy': expect.stringContaining('camera=()'),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-request-id': expect.stringMatching(/^req_/),
      });
    }
  });

  test('lets no foreign page read it with the credentials of its reader', async () => {
    for (const route of mounted().filter(({ feature }) => !feature?.contract.stream)) {
      for (const headers of everyone()) {
        for (const origin of ['https://evil.test', 'null']) {
          const preflight = await ask(addressOf(route), 'OPTIONS', {
            origin,
            'access-control-request-method': methodOf(route),
            'access-control-request-headers': 'authorization',
          });
          expect(corsOf(preflight), nameOf(route)).toEqual([]);
        }
        if (methodOf(route) !== 'GET') continue;
        const answer = await ask(addressOf(route), 'GET', { ...headers, origin: 'https://evil.test' });
        expect(corsOf(answer), nameOf(route)).toEqual([]);
      }
    }
  });

  test('of a prediction may be called from any page, without credentials', async () => {
    const preflight = await ask(`/api/v1/predict/${apiId}`, 'OPTIONS', {
      origin: 'https://shop.test',
      'access-control-request-method': 'POST',
    });
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});
