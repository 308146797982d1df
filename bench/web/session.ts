import type { TestStack } from '@rowcast/testkit/stack';
import { clientOf } from '@rowcast/tooling/demo/client';
import { chromium } from 'playwright-core';

type SignedIn = { token: string; refreshToken: string; user: { username: string } };

export type StoredSession = Record<string, string>;

/** A person with a few APIs, and what the console keeps in the browser for them. */
export async function signIn(stack: TestStack): Promise<{ username: string; storage: StoredSession }> {
  const client = clientOf(stack.address);
  const email = 'bench@example.com';
  await client.json('POST', '/api/v1/auth/signup', {
    body: { name: 'Bench', email, phoneNumber: '+14155550100' },
  });
  const otp = await stack.code(email);
  const { token, refreshToken, user } = await client.json<SignedIn>('POST', '/api/v1/auth/verify-otp', {
    body: { email, otp },
  });
  for (const name of ['Churn', 'Fraud', 'House prices', 'Support routing']) {
    await client.json('POST', '/api/v1/apis', { body: { name, type: 'prediction' }, token });
  }
  const day = 24 * 60 * 60 * 1000;
  const storage = {
    auth_token: token,
    refresh_token: refreshToken,
    session_expiry: `${Date.now() + day}`,
    email,
  };
  return { username: user.username, storage };
}

/** Puts exactly these values into the storage of the profile that Lighthouse uses. */
export async function storeSession(port: number, address: string, stored: StoredSession): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [profile] = browser.contexts();
  if (!profile) throw new Error('The browser has no default profile.');
  const page = await profile.newPage();
  await page.goto(`${address}/health/live`);
  await page.evaluate((values) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, stored);
  await page.close();
  await browser.close();
}
