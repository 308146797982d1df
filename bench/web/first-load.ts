import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';
import type { StoredSession } from './session.ts';

const quietMs = 2_000;

export type FirstLoad = {
  files: { name: string; gzip: number }[];
  gzip: number;
  transferred: number;
};

/** All scripts that a page asks for on a cold first visit, until none has come for a while. */
export async function firstLoad(browser: Browser, url: string, stored: StoredSession): Promise<FirstLoad> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addInitScript((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, stored);
  const page = await context.newPage();
  const scripts: Response[] = [];
  let last = Date.now();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.push(response);
    last = Date.now();
  });
  await page.goto(url, { waitUntil: 'load' });
  while (Date.now() - last < quietMs) await sleep(100);
  if (new URL(page.url()).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${page.url()} instead.`);
  const files = await Promise.all(
    scripts.map(async (response) => ({
      name: new URL(response.url()).pathname,
      gzip: gzipSync(await response.body()).length,
      transferred: (await response.request().sizes()).responseBodySize,
    })),
  );
  await context.close();
  const sum = (of: 'gzip' | 'transferred') => files.reduce((total, file) => total + file[of], 0);
  return {
    files: files.sort((a, b) => b.gzip - a.gzip),
    gzip: sum('gzip'),
    transferred: sum('transferred'),
  };
}
