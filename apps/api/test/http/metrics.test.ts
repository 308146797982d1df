import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('calls are counted by route, not by id', async () => {
  const { headers } = await app.signIn();
  const id = `api_${'1'.repeat(32)}`;
  await app.request.get(`/api/v1/apis/${id}`).set(headers).expect(404);
  await app.request.get('/api/v1/nothing').expect(404);
  const { text } = await app.request.get('/metrics').expect(200);
  expect(text).toMatch(/_count\{method="GET",route="\/apis\/:id",status="404"\} 1/);
  expect(text).toMatch(/_count\{method="GET",route="other",status="404"\} 1/);
  expect(text).not.toContain(id);
  expect(text).toContain('process_resident_memory_bytes');
});

test('a proxy does not pass the figures on', async () => {
  await app.request.get('/metrics').set('X-Forwarded-For', '203.0.113.9').expect(404);
});
