import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { launchBrowser } from '@rowcast/testkit/browser';
import { type SignedIn, storedSession, storeInBrowser } from '@rowcast/testkit/browser-session';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { mailed } from './mailbox.ts';

/** The minified build, which browsers parse in half the time. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Promise<Browser> | undefined;

/** Shared by all files of a worker and closed with it. V8's helper threads would take more CPU time than they save. */
const openBrowser = () => {
  browser ??= launchBrowser(['--js-flags=--single-threaded --min-semi-space-size=16']);
  return browser;
};

export type Look = readonly ['light' | 'dark', number];

/** The minimum variants of each screen. */
const deskAndPhone: readonly Look[] = [
  ['light', 1440],
  ['dark', 390],
];

/** What is opened again at each width is audited in both schemes, and checked for overflow on a phone. */
export const everyLook: readonly Look[] = [
  ['light', 1440],
  ['dark', 1440],
  ['dark', 390],
];

/** All that depends on the colour scheme alone. */
export const colourRules = ['color-contrast', 'link-in-text-block'];
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** How the heading of a page that doesn't exist begins, in every language. */
const notFound = /^404 – /;

/** Someone at a browser of their own. */
export class Person {
  readonly page: Page;
  readonly email: string;
  private readonly context: BrowserContext;
  readonly problems: string[] = [];
  private readonly audited = new Set<string>();

  private constructor(context: BrowserContext, page: Page, email: string) {
    this.context = context;
    this.page = page;
    this.email = email;
    page.on('pageerror', (error) => this.problems.push(error.message));
  }

  /** Without the offline worker, which would store the whole console for each context, unless `offline` asks for it. */
  static async arrives(name: string, { offline = false } = {}): Promise<Person> {
    const browser = await openBrowser();
    const context = await browser.newContext({
      baseURL: inject('address'),
      bypassCSP: true,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      serviceWorkers: offline ? 'allow' : 'block',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    return new Person(context, page, `${name}.${randomBytes(4).toString('hex')}@example.org`);
  }

  /** Past the screens, through which others sign up, with the code from the mailbox. Ends on the overview. */
  async signsUp(name: string): Promise<void> {
    const { page, email } = this;
    // With the browser's user agent: a later sign-in by another browser is no unknown device.
    const posts = (path: string, data: object) =>
      page.request.post(`/api/v1/auth/${path}`, { data, failOnStatusCode: true });
    await posts('signup', { name, email, phoneNumber: '+91 98765 43210' });
    const answer = await posts('verify-otp', { email, otp: await this.newestCode() });
    const session: SignedIn = await answer.json();
    await storeInBrowser(page, inject('address'), storedSession(session));
    await page.goto(`/${session.user.username}`);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  }

  /** A complete code is submitted without a click. */
  async entersCode(code: string): Promise<void> {
    await this.page.getByRole('textbox').first().fill(code);
  }

  async newestCode(other?: string): Promise<string> {
    return await mailed(this.email, (mails) => {
      const code = mails.find((mail) => mail.code)?.code;
      return code === other ? null : code;
    });
  }

  /** A call of the person's own, past the page; what is refused throws. */
  async asks<T>(method: string, path: string, body?: object): Promise<T> {
    const token = await this.page.evaluate(() => localStorage.getItem('auth_token'));
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    const form = body instanceof FormData;
    if (body && !form) headers['content-type'] = 'application/json';
    const sent = body && { body: form ? body : JSON.stringify(body) };
    const answer = await fetch(`${inject('address')}/api/v1${path}`, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }

  /** Until the dataset or model at the path is ready. */
  async awaits(path: string): Promise<void> {
    for (let tries = 0; tries < 400; tries += 1) {
      const { status } = await this.asks<{ status: string }>('GET', path);
      if (status === 'ready') return;
      if (status === 'error') throw new Error(`${path} failed`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error(`${path} is not ready`);
  }

  /** A dataset of an API, read and ready. */
  async uploads(apiId: string, name: string, content: string): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    form.set('apiId', apiId);
    const { id } = await this.asks<{ id: string }>('POST', '/datasets/upload', form);
    await this.awaits(`/datasets/${id}`);
    return id;
  }

  async choosesFile(name: string, content: string | Buffer): Promise<void> {
    const bytes = Buffer.from(content);
    await this.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
  }

  async selects(label: string, option: string | RegExp): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).click();
    await this.page.getByRole('option', { name: option }).first().click();
  }

  /** Zero violations of WCAG 2.2 A and AA on what is shown now; what passes by itself, such as a fading, is looked at again. */
  async isAccessible(rules = tags): Promise<void> {
    await expect.poll(() => this.violations(rules), { timeout: 15_000, interval: 250 }).toEqual([]);
  }

  private async violations(rules: string[]): Promise<object[]> {
    await this.page.waitForFunction(() =>
      document
        .getAnimations()
        .every((each) => each.playState !== 'running' || each.effect?.getTiming().iterations === Infinity),
    );
    if (!(await this.page.evaluate(() => 'axe' in window)))
      await this.page.addScriptTag({ content: axeScript });
    return this.page.evaluate(async (runOnly) => {
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
      const { axe } = window as any;
      const options = { runOnly, resultTypes: ['violations'], selectors: false };
      const { violations } = await axe.run(document, options);
      return violations.map((each: { id: string; nodes: { html: string; failureSummary?: string }[] }) => ({
        id: each.id,
        nodes: each.nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
      }));
    }, rules);
  }

  /** Kept only when asked for, to be looked at. */
  async isSeen(name: string): Promise<void> {
    const folder = process.env.SCREENSHOTS;
    if (!folder) return;
    writeFileSync(join(folder, `${name}.png`), await this.page.screenshot({ fullPage: true }));
    // The browser scrolls back only some frames after a picture: a click before that would end beside what it began on.
    await this.page.evaluate(
      () =>
        new Promise((done) => {
          window.scrollBy(0, 1);
          window.scrollBy(0, -1);
          requestAnimationFrame(() => requestAnimationFrame(done));
        }),
    );
  }

  /**
   * What is shown, or what `open` loads at each width, does not scroll sideways and is accessible: a screen in each
   * colour scheme, further states of the same screen in the first alone. What was audited at a width is audited again
   * in the other scheme for its colours only.
   */
  async fits(
    name: string,
    looks: readonly Look[] = deskAndPhone,
    open?: (width: number) => Promise<unknown>,
  ): Promise<void> {
    const { page } = this;
    let shown = 0;
    for (const [colorScheme, width] of looks) {
      await Promise.all([
        page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }),
        page.setViewportSize({ width, height: 900 }),
      ]);
      if (width !== shown) await open?.(width);
      const screen = `${await this.screen()} ${colorScheme}`;
      if (shown === 0 || !this.audited.has(screen))
        await this.isAccessible(width === shown ? colourRules : tags);
      this.audited.add(screen);
      shown = width;
      await this.isSeen(`${name}-${colorScheme}-${width}`);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    }
    await Promise.all([
      page.emulateMedia({ colorScheme: 'light' }),
      page.setViewportSize({ width: 1440, height: 900 }),
    ]);
  }

  /**
   * Opens a screen of the console without loading the page again, as a link does. A page that doesn't exist is shown
   * in between, so that the screen is always mounted again, and the one before is not taken for it.
   */
  async goesTo(path: string): Promise<void> {
    // With a heading, the console follows the address.
    await this.page.locator('h1').first().waitFor();
    for (const each of [`${path.split(/(?<=.)[/?]/)[0]}/nowhere`, path]) {
      await this.page.evaluate((address) => {
        window.history.pushState(null, '', address);
        window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, each);
      const missing = this.page.locator('h1', { hasText: notFound });
      await missing.waitFor({ state: each === path ? 'detached' : 'visible' });
    }
    await this.isLoaded();
  }

  /** With a heading and without what stands in for content. */
  private async isLoaded(): Promise<void> {
    await this.page.locator('h1').first().waitFor();
    await this.page.waitForFunction(() => !document.querySelector('.skeleton'));
  }

  /** The address without ids, and the dialog above it. */
  private async screen(): Promise<string> {
    const { pathname, search } = new URL(this.page.url());
    const dialog = await this.page.getByRole('dialog').or(this.page.getByRole('alertdialog')).count();
    return `${pathname.replaceAll(/[a-z]+_[0-9a-f]{32}/g, ':id')}${search}${dialog > 0 ? ' dialog' : ''}`;
  }

  /** How far what was read jumped while the page came to rest, as browsers count it: 0 is still, above 0.1 is bad. */
  async jumps(path: string): Promise<number> {
    await this.page.goto(path);
    await this.isLoaded();
    return this.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver((list) => {
            const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
            resolve(shifts.reduce((sum, { value }) => sum + value, 0));
          });
          observer.observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 250);
        }),
    );
  }

  async leaves(): Promise<void> {
    await this.context.close();
    expect(this.problems).toEqual([]);
  }
}
