import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStack, type TestStack } from '@rowcast/testkit/stack';
import { clientOf } from '@rowcast/tooling/demo/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { incomeTable, until } from './product.ts';

let stack: TestStack;
const answers: string[] = [];

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'trace' });
}, 120_000);
afterAll(() => stack?.stop());

/** What is refused must not repeat what it was given either. */
async function refused(path: string, body: object, bearer?: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  };
  const answer = await fetch(`${stack.address}/api/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  answers.push(await answer.text());
  expect(answer.status, path).toBeGreaterThanOrEqual(400);
}

test('no secret stands in a log, an error or a bundle', { timeout: 180_000 }, async () => {
  const client = clientOf(stack.address);
  const email = 'canary@example.test';
  const json = <T>(path: string, body: object, token?: string) =>
    client.json<T>('POST', `/api/v1${path}`, token ? { body, token } : { body });
  await json('/auth/signup', { name: 'Canary Bird', email, phoneNumber: '+14155550100' });
  const code = await stack.code(email);
  await refused('/auth/verify-otp', { email, otp: code === '111111' ? '222222' : '111111' });
  const { token, refreshToken } = await json<Record<'token' | 'refreshToken', string>>('/auth/verify-otp', {
    email,
    otp: code,
  });
  await refused('/auth/verify-otp', { email, otp: code });
  await refused('/auth/reset-password', { token: 'canary-reset-token', newPassword: 'canary-password-1' });
  const { id: apiId } = await json<{ id: string }>('/apis', { name: 'Income' }, token);
  const form = new FormData();
  form.set('file', new Blob([incomeTable()]), 'income.csv');
  const { id: datasetId } = await client.form<{ id: string }>('/api/v1/datasets/upload', form, token);
  const ready = (path: string) =>
    until(
      async () =>
        (await client.json<{ status: string }>('GET', `/api/v1${path}`, { token })).status === 'ready',
      120,
    );
  await ready(`/datasets/${datasetId}`);
  const { id: modelId } = await json<{ id: string }>(
    '/models',
    { apiId, datasetId, targetColumn: 'income', modelType: 'custom', estimator: { name: 'linear' } },
    token,
  );
  await ready(`/models/${modelId}`);
  await json(`/models/${modelId}/deploy`, {}, token);
  const { key } = await json<{ key: string }>(`/apis/${apiId}/keys`, { name: 'CI' }, token);
  await json(`/predict/${apiId}`, { age: 44, city: 'Pune', hours: 33 }, key);
  await refused(`/predict/${apiId}`, { age: 'canary' }, key);
  await refused(`/predict/${apiId}`, { age: 44 }, `${key.slice(0, -1)}!`);
  await refused(`/apis/${apiId}/keys`, { name: '' }, token);

  const folder = join(stack.folder, 'data/secrets');
  const secrets: Record<string, string> = {
    token,
    refreshToken,
    key,
    resetToken: 'canary-reset-token',
    password: 'canary-password-1',
    ...Object.fromEntries(readdirSync(folder).map((f) => [f, readFileSync(join(folder, f), 'utf8').trim()])),
  };
  const bundles = globSync('data/objects/bundles/*', { cwd: stack.folder });
  expect(bundles).toHaveLength(1);
  const places: Record<string, string> = {
    log: stack.output.join('\n'),
    errors: answers.join('\n'),
    bundle: bundles.map((file) => readFileSync(join(stack.folder, file), 'latin1')).join('\n'),
  };
  for (const name of ['api', 'jobs', 'worker'])
    expect(places.log, name).toMatch(new RegExp(`^${name}: .`, 'm'));
  for (const [place, text] of Object.entries(places))
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length, name).toBeGreaterThan(12);
      expect(text.includes(secret), `${name} in the ${place}`).toBe(false);
    }
});
