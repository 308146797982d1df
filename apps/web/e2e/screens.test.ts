import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { colourRules, everyLook, Person } from './support/person.ts';

let visitor: Person;
let member: Person;

const publicScreens = [
  '/',
  '/about',
  '/help',
  '/pricing',
  '/login',
  '/signup',
  '/error-500',
  '/500',
  '/no/such/page',
];
const memberScreens = [
  ...['', '/apis', '/datasets', '/settings', '/profile'],
  ...['/invite', '/notifications', '/start'],
];

beforeAll(async () => {
  visitor = await Person.arrives('visitor');
  member = await Person.arrives('member', { offline: true });
  await member.signsUp('Ines Member');
});
afterAll(async () => {
  await visitor.leaves();
  await member.leaves();
});

const looksAt = (person: Person, path: string, name: string) =>
  person.fits(name, everyLook, async (width) => {
    if (person === member && width === 1440) return person.goesTo(path);
    const jumped = await person.jumps(path);
    if (person === member) expect(jumped, 'jumps on a phone while it loads').toBeLessThan(0.1);
  });

const nameOf = (path: string) => path.replaceAll('/', '-').replace(/^-$/, '-landing');

describe('every screen is accessible and fits, light and dark, wide and phone', () => {
  it.each(publicScreens)('%s', (path) => looksAt(visitor, path, `public${nameOf(path)}`));

  it.each(memberScreens)('/{username}%s', async (path) => {
    const me = new URL(member.page.url()).pathname.split('/')[1];
    await looksAt(member, `/${me}${path}`, `member${nameOf(path)}`);
  });
});

it.each(['no/such/page', 'billing', 'workflows'])(
  '/{username}/%s is a 404 page with navigation',
  async (path) => {
    const { page } = member;
    const me = new URL(page.url()).pathname.split('/')[1];
    await page.goto(`/${me}/${path}`);
    await page.getByRole('heading', { name: '404 – Page Not Found' }).waitFor();
    await page.getByRole('navigation', { name: 'Workspace' }).waitFor();
    if (path === 'billing') await member.fits('member-unknown');
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  },
);

describe('nothing jumps on a phone while it loads', () => {
  // The other screens are measured above.
  it.each(['?tab=team', '?tab=activity', '/audit'])('/{username}%s', async (path) => {
    await member.page.setViewportSize({ width: 390, height: 844 });
    const me = new URL(member.page.url()).pathname.split('/')[1];
    expect(await member.jumps(`/${me}${path}`)).toBeLessThan(0.1);
  });
});

/** The buttons that are too narrow for their words. */
const narrowButtons = (page: Page) =>
  page
    .locator('main button')
    .evaluateAll((buttons) =>
      buttons
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );

describe('getting around', () => {
  it('leads addresses that people type to where it is, and says of those that are none that they are', async () => {
    const { page } = member;
    const me = new URL(page.url()).pathname.split('/')[1];
    await page.goto(`/${me}/team`);
    await page.waitForURL(`**/${me}/invite`);
    await page.goto(`/${me}/analytics`);
    await page.waitForURL(`**/${me}?tab=analytics`);
    for (const path of [`/${me}/nowhere`, '/nobody-is-called-so']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: '404 – Page Not Found' }).waitFor();
    }
    const missing = [`apis/api_${'0'.repeat(32)}`, 'apis/some/nowhere', `datasets/ds_${'0'.repeat(32)}`];
    for (const path of missing.map((place) => `/${me}/${place}`)) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.goto(`/${me}`);
  });

  it('sends a visitor from the dashboard to the login and remembers where to', async () => {
    const { page } = visitor;
    await page.goto('/someone/apis');
    await page.waitForURL(/\/login/);
    await page.goto('/verify');
    await page.getByText('No email found. Please sign up again.').waitFor();
    await page.waitForURL(/\/signup/);
  });

  it('keeps theme and language, and speaks four of them', async () => {
    const { page } = member;
    await page.setViewportSize({ width: 1280, height: 900 });
    const me = new URL(page.url()).pathname.split('/')[1];
    for (const [option, html] of [
      ['Deutsch', 'de'],
      ['Français', 'fr'],
      ['Español', 'es'],
      ['English', 'en'],
    ] as const) {
      await member.goesTo(`/${me}/settings`);
      await page.getByRole('combobox').last().click();
      await page.getByRole('option', { name: option }).click();
      await page.locator('form button[type=submit]').click();
      await page.waitForFunction((language) => document.documentElement.lang === language, html);
      await page.reload();
      await page.locator('h1').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(html);
      await member.goesTo(`/${me}/invite`);
      await page.locator('main section button').last().waitFor();
      for (const width of [1200, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        await member.isSeen(`team-${html}-${width}`);
        expect(await narrowButtons(page), `${html} ${width}`).toEqual([]);
      }
    }
  });

  it('offers an upgrade on the free plan alone', async () => {
    const { page } = member;
    await page.setViewportSize({ width: 1440, height: 900 });
    const upgrade = page.getByRole('button', { name: 'Upgrade to Pro' });
    await page.getByRole('button', { name: /^Account of Ines Member/ }).waitFor();
    expect(await upgrade.count()).toBe(0);
    // As a public instance has it; the tests below look at what is offered there.
    await page.route('**/api/v1/auth/me', async (route) => {
      const answer = await route.fetch();
      if (!answer.ok()) return route.fulfill({ response: answer });
      const user = await answer.json();
      for (const workspace of user.workspaces) workspace.plan = 'free';
      return route.fulfill({ response: answer, json: user });
    });
    await page.reload();
    await upgrade.waitFor();
  });

  it('opens the command palette by keyboard and reaches a screen with it', async () => {
    const { page } = member;
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').fill('AI APIs');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/apis/);
  });

  it.each([
    ['Notifications', 1440],
    ['System', 1440],
    ['Help', 1440],
    ['Upgrade to Pro', 1440],
    ['Account of Ines Member', 1440],
    ['Account of Ines Member', 390],
    ['Menu', 390],
  ])('opens "%s" at %i px from the header, and gives the focus back', async (name, width) => {
    const { page } = member;
    await page.setViewportSize({ width, height: 900 });
    const button = page.getByRole('button', { name: new RegExp(`^${name}`) });
    const dialog = page.getByRole('dialog');
    const hasFocus = () => button.evaluate((element) => element === document.activeElement);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await button.click();
      await dialog.waitFor();
      await member.isAccessible(colorScheme === 'light' ? undefined : colourRules);
      await member.isSeen(`header-${name.replaceAll(' ', '-')}-${colorScheme}-${width}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(hasFocus).toBe(true);
    }
  });

  it.each([
    ['Upgrade to Pro', 'Pro, billed monthly'],
    ['Help', 'Help'],
  ])('opens "%s" from the menu of a phone, and goes back to the menu', async (button, title) => {
    const { page } = member;
    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Rowcast' }).getByRole('button', { name: button }).click();
    await page.getByRole('dialog', { name: title }).waitFor();
    // The menu learns of the dialog above it a moment after rendering, before any person presses a key.
    await page.waitForTimeout(500);
    await member.isSeen(`header-menu-${button.replaceAll(' ', '-')}-390`);
    await page.keyboard.press('Escape');
    const menu = page.getByRole('dialog', { name: 'Rowcast' });
    await menu.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL(/\/settings/);
    await menu.waitFor({ state: 'hidden' });
  });

  it('registers its offline worker, which leaves the API alone', async () => {
    const worker = await (await fetch(`${inject('address')}/sw.js`)).text();
    expect(worker).toContain('precache');
    const { page } = member;
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(scope).toBe(`${inject('address')}/`);
  });

  it('logs out when the session is refused, with the sentence for it', async () => {
    const { page } = member;
    await page.evaluate(() => {
      for (const name of ['auth_token', 'refresh_token']) localStorage.setItem(name, 'not-a-token');
      sessionStorage.setItem('accessToken', 'not-a-token');
    });
    await page.reload();
    await page.getByText('Session expired. Please login again.').waitFor();
    await page.waitForURL(/\/login/);
  });
});
