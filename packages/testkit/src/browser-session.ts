import type { Page } from 'playwright-core';

export interface SignedIn {
  token: string;
  refreshToken: string;
  expiresAt: string;
  user: { username: string };
}

/** What the console keeps in the browser for someone who is signed in. */
export const storedSession = ({ token, refreshToken, expiresAt }: SignedIn): Record<string, string> => ({
  auth_token: token,
  refresh_token: refreshToken,
  session_expiry: String(Date.parse(expiresAt)),
});

/** Puts exactly these values into the browser, on a page without the console, which would read them before. */
export async function storeInBrowser(
  page: Page,
  address: string,
  stored: Record<string, string>,
): Promise<void> {
  await page.goto(`${address}/health/live`);
  await page.evaluate((values) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, stored);
}
