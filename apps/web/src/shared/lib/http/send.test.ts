import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLocalServer, unauthenticated } from '../../../../test/local-server.ts';
import { readToken, storeTokens, useSession } from '../session/session.ts';
import { replaceSession } from './refresh-session.ts';
import { RequestError } from './request-error.ts';
import { resetRequestGuard } from './request-guard.ts';
import { send } from './send.ts';

let server: Awaited<ReturnType<typeof startLocalServer>> | undefined;

beforeEach(resetRequestGuard);
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const paths = () => server?.received.map(({ path }) => path);

test('sends the token, a request id and a timestamp, and no forwarded address', async () => {
  server = await startLocalServer(() => ({ status: 200, json: {} }));
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  await send('get', 'apis', {
    headers: { 'x-forwarded-for': '10.0.0.1' },
    search: { page: 2, search: undefined },
  });
  const [request] = server.received;
  expect(request?.path).toBe('/api/v1/apis?page=2');
  expect(request?.headers.authorization).toBe('Bearer access-1');
  expect(request?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(Date.parse(String(request?.headers['x-timestamp']))).toBeCloseTo(Date.now(), -4);
  expect(request?.headers['x-forwarded-for']).toBeUndefined();
});

test('concurrent 401 responses share one refresh and are retried', async () => {
  server = await startLocalServer(({ path, headers, body }) => {
    if (path === '/api/v1/auth/refresh-token') {
      expect(JSON.parse(body)).toEqual({ refreshToken: 'refresh-1' });
      return { status: 200, json: { data: { token: 'access-2', refreshToken: 'refresh-2' } } };
    }
    return headers.authorization === 'Bearer access-2' ? { status: 200, json: { path } } : unauthenticated;
  });
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  const answers = await Promise.all(['apis', 'models', 'datasets'].map((path) => send('get', path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(paths()?.filter((path) => path.endsWith('refresh-token'))).toHaveLength(1);
  expect(localStorage.getItem('refresh_token')).toBe('refresh-2');
  expect(sessionStorage.getItem('accessToken')).toBe('access-2');
});

test('a rejected refresh signs out', async () => {
  server = await startLocalServer(() => unauthenticated);
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  await expect(send('get', 'apis')).rejects.toThrow('Session expired. Please login again.');
  expect(paths()).toEqual(['/api/v1/apis', '/api/v1/auth/refresh-token']);
  expect(readToken()).toBeNull();
  expect(localStorage.getItem('session_expiry')).toBeNull();
  expect(useSession.getState()).toEqual({ signedIn: false, ended: 'expired' });
});

test('a 401 without a refresh token signs out', async () => {
  server = await startLocalServer(() => unauthenticated);
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  localStorage.removeItem('refresh_token');
  await expect(send('get', 'apis')).rejects.toThrow('Session expired. Please login again.');
  expect(paths()).toEqual(['/api/v1/apis']);
});

test('a server error during the refresh keeps the session', async () => {
  server = await startLocalServer(({ path }) =>
    path.endsWith('refresh-token') ? { status: 503 } : unauthenticated,
  );
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  await expect(send('get', 'apis')).rejects.toMatchObject({ status: 503 });
  expect(readToken()).toBe('access-1');
});

test('a wrong code does not end the session', async () => {
  server = await startLocalServer(() => unauthenticated);
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  await expect(send('post', 'auth/verify-otp', { json: {} })).rejects.toMatchObject({
    code: 'TOKEN_EXPIRED',
  });
  expect(readToken()).toBe('access-1');
});

test("the error contains the server's code, message, fields and request id", async () => {
  const fields = [{ field: 'name', message: 'API name must be at least 2 characters' }];
  server = await startLocalServer(() => ({
    status: 400,
    json: {
      error: { code: 'VALIDATION_FAILED' },
      message: 'Some fields',
      detail: 'x',
      requestId: 'req_9',
      fields,
    },
  }));
  const error = await send('post', 'apis', { json: {} }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED', status: 400, requestId: 'req_9', fields });
});

test('no response is a network error', async () => {
  server = await startLocalServer((_, response) => void response.destroy());
  await expect(send('get', 'apis')).rejects.toThrow('Network error. Please check your connection.');
});

test('a request during a session change continues with the new session', async () => {
  const begun = Promise.withResolvers<void>();
  server = await startLocalServer(({ headers }) =>
    headers.authorization === 'Bearer access-2' ? { status: 200, json: {} } : unauthenticated,
  );
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  const replaced = replaceSession(async () => {
    await begun.promise;
    storeTokens({ token: 'access-2', refreshToken: 'refresh-2' });
  });
  const asked = send('get', 'auth/me');
  await vi.waitFor(() => expect(paths()).toHaveLength(1));
  begun.resolve();
  await replaced;
  expect((await asked).status).toBe(200);
  expect(paths()).toEqual(['/api/v1/auth/me', '/api/v1/auth/me']);
});

test('a rejected refresh after a new sign-in signs nobody out', async () => {
  server = await startLocalServer(({ path, headers }) => {
    if (path.endsWith('/refresh-token')) storeTokens({ token: 'access-2', refreshToken: 'refresh-2' });
    return headers.authorization === 'Bearer access-2' ? { status: 200, json: {} } : unauthenticated;
  });
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  expect((await send('get', 'auth/me')).status).toBe(200);
  expect(readToken()).toBe('access-2');
});
