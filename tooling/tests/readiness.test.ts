import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Kept } from '../src/stack/processes/keep-running.ts';
import { awaitReady } from '../src/stack/processes/readiness.ts';

// Stands in for a product of another checkout, which answers as well as one's own would.
const server = createServer((_, answer) => answer.end(JSON.stringify({ checks: { database: true } })));
let port: number;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

const ready = (pid: number, ms: number) => {
  const api = { name: 'api', pid: () => pid, restarts: () => 0 } as unknown as Kept;
  const wanted = { checks: ['database'], ports: { api: port }, signal: AbortSignal.timeout(ms) };
  return awaitReady(`http://127.0.0.1:${port}`, new Map([['api', api]]), wanted);
};

test('what answers on the port counts as ours only where our process listens', async () => {
  await ready(process.pid, 5_000);
  await expect(ready(process.ppid, 500)).rejects.toThrow(/timeout/);
});
