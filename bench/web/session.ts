import { type SignedIn, storedSession, storeInBrowser } from '@rowcast/testkit/browser-session';
import type { TestStack } from '@rowcast/testkit/stack';
import { clientOf } from '@rowcast/tooling/demo/client';
import { chromium } from 'playwright-core';

export type StoredSession = Record<string, string>;

/** A person with a few APIs, and what the console keeps in the browser for them. */
export async function signIn(stack: TestStack): Promise<{ username: string; storage: StoredSession }> {
  const client = clientOf(stack.address);
  const email = 'bench@example.com';
  await client.json('POST', '/api/v1/auth/signup', {
    body: { name: 'Bench', email, phoneNumber: '+14155550100' },
  });
  const otp = await stack.code(email);
  const session = await client.json<SignedIn>('POST', '/api/v1/auth/verify-otp', { body: { email, otp } });
  for (const name of ['Churn', 'Fraud', 'House prices', 'Support routing']) {
    await client.json('POST', '/api/v1/apis', { body: { name, type: 'prediction' }, token: session.token });
  }
  return { username: session.user.username, storage: { ...storedSession(session), email } };
}

/** Puts exactly these values into the storage of the profile that Lighthouse uses. */
export async function storeSession(port: number, address: string, stored: StoredSession): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [profile] = browser.contexts();
  if (!profile) throw new Error('The browser has no default profile.');
  const page = await profile.newPage();
  await storeInBrowser(page, address, stored);
  await page.close();
  await browser.close();
}
