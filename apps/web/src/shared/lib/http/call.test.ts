import { apiRoutes } from '@rowcast/contracts/http/apis/apis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLocalServer } from '../../../../test/local-server.ts';
import { call } from './call.ts';
import { resetRequestGuard } from './request-guard.ts';

let server: Awaited<ReturnType<typeof startLocalServer>> | undefined;
let consoleError: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  resetRequestGuard();
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => server?.stop());

const params = { id: `api_${'0'.repeat(32)}` };

test('reports a response that violates the contract', async () => {
  server = await startLocalServer(() => ({ status: 200, json: { name: 'Churn' } }));
  await expect(call(apiRoutes.get, { params })).rejects.toMatchObject({ code: 'ANSWER_UNEXPECTED' });
  expect(consoleError).toHaveBeenCalledOnce();
});

test('a cancelled request is not reported as a contract violation', async () => {
  const left = new AbortController();
  server = await startLocalServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"name": ');
    setTimeout(() => left.abort(), 50);
    return undefined;
  });
  await expect(call(apiRoutes.get, { params, signal: left.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(consoleError).not.toHaveBeenCalled();
});
