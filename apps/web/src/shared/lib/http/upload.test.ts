import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startLocalServer, unauthenticated } from '../../../../test/local-server.ts';
import { clearSession, storeTokens } from '../session/session.ts';
import { resetRequestGuard } from './request-guard.ts';
import { upload } from './upload.ts';

let server: Awaited<ReturnType<typeof startLocalServer>> | undefined;
const answer = z.object({ id: z.string() });
const file = new File(['a,b\n1,2\n'], 'rows.csv', { type: 'text/csv' });

beforeEach(() => {
  resetRequestGuard();
  clearSession(null);
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

test('uploads the file after the text fields, with progress', async () => {
  server = await startLocalServer(() => ({ status: 201, json: { id: 'ds_1' } }));
  const seen: number[] = [];
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
    seen.push(sentBytes / totalBytes);
  const result = await upload(answer, 'datasets/upload', file, { fields: { name: 'Rows' }, onProgress });
  expect(result).toEqual({ id: 'ds_1' });
  const [request] = server.received;
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(request?.body.indexOf('name="name"')).toBeLessThan(request?.body.indexOf('name="file"') ?? -1);
  expect(request?.body).toContain('filename="rows.csv"');
  expect(request?.body).toContain('a,b\n1,2\n');
  expect(seen.at(-1)).toBe(1);
});

test('refreshes an expired token and uploads again', async () => {
  server = await startLocalServer(({ path, headers }) => {
    if (path.endsWith('refresh-token')) {
      return { status: 200, json: { data: { token: 'access-2', refreshToken: 'refresh-2' } } };
    }
    return headers.authorization === 'Bearer access-2'
      ? { status: 201, json: { id: 'ds_2' } }
      : unauthenticated;
  });
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  expect(await upload(answer, 'datasets/upload', file)).toEqual({ id: 'ds_2' });
  expect(server.received.map(({ path }) => path.split('/').at(-1))).toEqual([
    'upload',
    'refresh-token',
    'upload',
  ]);
});

test('cancelling aborts the request', async () => {
  server = await startLocalServer(() => undefined);
  const stop = new AbortController();
  const sent = upload(answer, 'datasets/upload', file, { signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
});
