import { allRoutes, screenRoutes, userRoutes } from '@rowcast/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventRelay } from '../../src/features/events/index.ts';
import { createApp } from '../../src/http/app.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}
const mounted = (layers: Layer[]): string[] =>
  layers.flatMap(({ route, handle }) =>
    route
      ? Object.keys(route.methods).map((method) => `${method} ${route.path}`)
      : mounted(handle.stack ?? []),
  );

/** What is there beside the API: probes, the document itself, the mailbox of a local installation. */
const besides = [
  ...['get /live', 'get /ready', 'get /openapi.json', 'get /metrics', 'get /', 'get /messages'],
  'get /api/v1/mails/unsubscribe/:token',
];

test('every call of the contract is mounted, and nothing else is', () => {
  const parts = { relay: eventRelay(app.services), heartbeatMs: 15_000 };
  const { router } = createApp(app.services, parts) as unknown as { router: { stack: Layer[] } };
  const promised = [...allRoutes, ...Object.values(screenRoutes), ...Object.values(userRoutes)].map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(mounted(router.stack).toSorted()).toEqual([...promised, ...besides].toSorted());
});

test('the OpenAPI document lists every call', async () => {
  const { body } = await app.request.get('/api/v1/openapi.json').expect(200);
  expect(body.openapi).toMatch(/^3\.1/);
  const mounts = { '/api/v1': allRoutes, '/api': Object.values(screenRoutes), '': Object.values(userRoutes) };
  for (const [prefix, routes] of Object.entries(mounts)) {
    for (const { path, method } of routes) {
      expect(body.paths[prefix + path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(method);
    }
  }
  const { responses } = body.paths['/api/v1/events'].get;
  expect(responses[200].content).toHaveProperty('text/event-stream');
});
