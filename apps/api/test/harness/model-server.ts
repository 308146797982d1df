import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp, type TestApp } from './app.ts';

/** Starts an app whose model server is this one. Close both. */
export async function startAppWith(modelServer: Server): Promise<TestApp> {
  await once(modelServer.listen(0, '127.0.0.1'), 'listening');
  const { port } = modelServer.address() as AddressInfo;
  return startApp({ env: { MODEL_SERVER_URLS: `http://127.0.0.1:${port}` } });
}
