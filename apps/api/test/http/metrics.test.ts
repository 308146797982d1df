import { createRollout } from '@rowcast/testkit/factories';
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

test('metrics count jobs and candidates by state, without ids', async () => {
  const { workspaceId } = await app.signIn();
  const { id } = await createRollout(app.sql, { workspaceId, mode: 'canary' });
  const other = await createRollout(app.sql, { workspaceId, mode: 'shadow' });
  await app.sql.query(`update rollouts set status = 'rolled_back', why = '{"code":"P95"}' where id = $1`, [
    other.id,
  ]);
  await app.sql.query(
    `insert into jobs (id, queue, subject_id, payload, state, created_at, finished_at)
     values ('job_measured', 'train', 'mdl_measured', '{}', 'failed', now() - interval '90 s', now() - interval '30 s')`,
  );
  const { text } = await app.request.get('/metrics').expect(200);
  for (const reported of [
    'rowcast_queue_jobs{queue="train",state="waiting"} 0',
    'rowcast_jobs_ended{queue="train",state="failed"} 1',
    'rowcast_job_seconds{queue="train",state="failed"} 60',
    'rowcast_rollouts{mode="canary",status="running"} 1',
    'rowcast_rollouts{mode="shadow",status="rolled_back"} 1',
    'rowcast_rollout_gates_exceeded{gate="P95"} 1',
  ])
    expect(text).toContain(reported);
  expect(text).toMatch(/rowcast_rollout_share\{mode="canary"\} [01]/);
  expect(text).not.toContain(id);
});

test.each([
  ['X-Forwarded-For', '203.0.113.9'],
  ['X-Real-IP', '203.0.113.9'],
  ['Forwarded', 'for=203.0.113.9'],
  ['Via', '1.1 proxy'],
  ['CF-Connecting-IP', '203.0.113.9'],
  ['True-Client-IP', '203.0.113.9'],
  ['Host', 'rowcast.example.com'],
])('a proxy that sends %s does not pass the figures on', async (name, value) => {
  await app.request.get('/metrics').set(name, value).expect(404);
});

test('with a token, the figures are for who sends it', async () => {
  const token = 'a-token-of-more-than-thirty-two-characters';
  const guarded = await startApp({ env: { METRICS_TOKEN: token } });
  const get = () => guarded.request.get('/metrics');
  await get().expect(404);
  await get().set('Authorization', `Bearer ${token}x`).expect(404);
  await get().query({ token }).expect(404);
  const proxied = get().set('X-Forwarded-For', '203.0.113.9').set('Authorization', `Bearer ${token}`);
  expect((await proxied.expect(200)).text).toContain('process_resident_memory_bytes');
  await guarded.close();
});
