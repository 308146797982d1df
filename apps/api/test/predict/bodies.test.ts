import net from 'node:net';
import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function endpointOf(user: SignedIn): Promise<{ path: string; key: string }> {
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  const sent = app.request.post(`/api/v1/apis/${id}/keys`).set(user.headers).send({ name: 'A key' });
  return { path: `/api/v1/predict/${id}`, key: (await sent.expect(201)).body.key };
}

const large = 10 * 1024 * 1024;
const most = Buffer.alloc(large - 2, ' ');

/** A call whose body lacks its last two bytes. */
async function begin({ path, key }: { path: string; key: string }) {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname).on('error', () => {});
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${large}\r\n\r\n`;
  socket.write(head);
  const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  await Promise.race([new Promise((resolve) => socket.write(most, resolve)), answered]);
  return { socket, answered };
}

test('large bodies at once are held up to a bound, of which a workspace leaves some, and small ones come through', async () => {
  const [anna, ben] = await Promise.all([app.signIn(), app.signIn()]);
  const [hers, his] = await Promise.all([endpointOf(anna), endpointOf(ben)]);
  const begun: Awaited<ReturnType<typeof begin>>[] = [];
  for (let each = 0; each < 18; each += 1) begun.push(await begin(hers));
  const refused = await Promise.race(begun.map(async (one) => ({ one, answer: await one.answered })));
  expect(refused.answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*MODEL_SERVER_BUSY/i);
  const small = app.request.post(hers.path).set('authorization', `Bearer ${hers.key}`).send({ a: 1 });
  expect((await small.expect(409)).body.error.code).toBe('API_NOT_DEPLOYED');
  const other = await begin(his);
  other.socket.write('{}');
  expect(await other.answered).toContain('API_NOT_DEPLOYED');
  const [first] = begun.filter((one) => one !== refused.one);
  first?.socket.write('{}');
  expect(await first?.answered).toContain('API_NOT_DEPLOYED');
  for (const { socket } of [...begun, other]) socket.destroy();
  await expect
    .poll(async () => {
      const again = await begin(hers);
      again.socket.write('{}');
      const answer = await again.answered;
      again.socket.destroy();
      return answer;
    })
    .toContain('API_NOT_DEPLOYED');
});
