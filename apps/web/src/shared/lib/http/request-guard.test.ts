// @vitest-environment node
import { beforeEach, expect, test } from 'vitest';
import { guardRequest, resetRequestGuard } from './request-guard.ts';

beforeEach(resetRequestGuard);

const json = () => new Headers({ 'content-type': 'application/json' });
const get = (now: number) => guardRequest({ path: 'apis', headers: new Headers() }, now);

test('rejects the 101st request within 60 seconds, then allows it again', () => {
  for (let call = 0; call < 100; call += 1) get(1000 + call);
  expect(() => get(60_999)).toThrow('Rate limit exceeded. Please try again later.');
  expect(() => get(61_000)).not.toThrow();
});

test('rejects a text body over 10 MB', () => {
  const guard = (body: string) => guardRequest({ path: 'apis', headers: json(), body });
  expect(() => guard('x'.repeat(10 * 1024 * 1024))).not.toThrow();
  expect(() => guard('x'.repeat(10 * 1024 * 1024 + 1))).toThrow('Invalid request detected');
});

test.each(['auth/login', 'auth/signup', 'auth/change-password'])('%s needs a known content type', (path) => {
  const guard = (type: string) => guardRequest({ path, headers: new Headers({ 'content-type': type }) });
  expect(() => guard('application/json; charset=utf-8')).not.toThrow();
  expect(() => guard('multipart/form-data')).not.toThrow();
  expect(() => guard('text/plain')).not.toThrow();
  expect(() => guard('application/xml')).toThrow('Invalid request detected');
});

test('strips forwarding headers', () => {
  const headers = new Headers({
    'x-forwarded-for': '1',
    'x-real-ip': '2',
    'x-forwarded-proto': '3',
    accept: '*/*',
  });
  guardRequest({ path: 'apis', headers });
  expect([...headers.keys()]).toEqual(['accept']);
});
