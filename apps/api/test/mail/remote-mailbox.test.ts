import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventRelay } from '../../src/features/events/index.ts';
import { createApp } from '../../src/http/app.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const outside = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test.runIf(outside)('another machine does not see the mailbox, whatever its headers say', async () => {
  const parts = { relay: eventRelay(app.services), heartbeatMs: 15_000 };
  const server = createServer(createApp(app.services, parts)).listen(0, outside);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${outside}:${port}`;
  for (const headers of [{}, { 'X-Forwarded-For': '127.0.0.1' }, { 'X-Real-IP': '127.0.0.1' }]) {
    const answer = await request(url)
      .get('/mailbox')
      .set({ Host: '127.0.0.1', ...headers });
    expect(answer.status).toBe(404);
  }
  server.closeAllConnections();
  server.close();
});
