import { expect, test } from 'vitest';
import { startApp } from '../harness/app.ts';

test.each([
  ['the address that the server names', 'help@example.test', 'help@example.test'],
  ['that it names none', '', null],
])('who is not signed in is reported %s', async (_what, SUPPORT_EMAIL, email) => {
  const app = await startApp({ env: { SUPPORT_EMAIL } });
  const { body } = await app.request.get('/api/v1/support').expect(200);
  expect(body).toEqual({ email });
  await app.close();
});
