import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Person } from './support/person.ts';

let ann: Person;
let me: string;

beforeAll(async () => {
  ann = await Person.arrives('ann');
  await ann.signsUp('Ann Auditor');
  me = new URL(ann.page.url()).pathname.split('/')[1] ?? '';
});
afterAll(() => ann.leaves());

it('shows each change with what it was and became, and saves them as a file', async () => {
  const { page } = ann;
  const api = await ann.asks<{ id: string }>('POST', '/apis', { name: '=Churn' });
  await ann.asks('PUT', `/apis/${api.id}`, { name: 'Churn of 2026' });
  await ann.asks('PUT', `/apis/${api.id}`, { settings: { corsOrigins: 'https://app.example.com' } });
  await ann.asks('PUT', '/settings/notifications', { digestFrequency: 'weekly' });
  await ann.goesTo(`/${me}/audit`);
  const row = page.getByRole('row').filter({ hasText: 'api.updated' }).last();
  const became = row.getByRole('definition').getByText('Churn of 2026');
  await became.waitFor();
  await row.getByRole('link', { name: 'Churn of 2026' }).waitFor();
  await row.getByRole('link', { name: 'Ann Auditor' }).waitFor();
  for (const name of ['Timestamp', 'User ID', 'Action', 'Target', 'Details'])
    await page.getByRole('columnheader', { name }).waitFor();
  await ann.fits(
    'audit',
    [
      ['light', 1440],
      ['light', 1280],
      ['dark', 390],
    ],
    async () => {
      const cut = () =>
        page.getByRole('table').evaluate((table) => {
          const region = table.parentElement;
          return region ? region.scrollWidth - region.clientWidth : 0;
        });
      await expect.poll(cut).toBeLessThanOrEqual(0);
    },
  );
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await became.isVisible()).toBe(false);
  await row.getByRole('button', { name: 'Details' }).click();
  await became.waitFor();
  await row.getByText('Raw record').click();
  await row.getByText('"request_id"').waitFor();
  await ann.isAccessible();
  await ann.isSeen('audit-raw-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await ann.selects('Action', 'API created');
  await row.waitFor({ state: 'detached' });
  expect(page.url()).toContain('action=api.created');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  await ann.goesTo(`/${me}/audit?target=api_nothing`);
  await page.getByText('No audit logs match the filters.').waitFor();
});

it('shows on the dashboard who did what', async () => {
  const { page } = ann;
  await ann.goesTo(`/${me}?tab=activity`);
  await page.getByText('Ann Auditor created the API =Churn').waitFor();
  await page.getByText('Ann Auditor updated the API').first().waitFor();
  await ann.fits('activity');
});

it('asks for nothing where one is not authorised', async () => {
  const { page } = ann;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route('**/api/v1/auth/me', async (route) => {
    const answer = await route.fetch();
    const user = await answer.json();
    for (const workspace of user.workspaces) workspace.role = 'developer';
    await route.fulfill({ response: answer, json: user });
  });
  await page.goto(`/${me}/audit`);
  await page.getByText('Not authorized').waitFor();
  await ann.isAccessible();
  await ann.isSeen('audit-not-authorised');
  expect(asked.filter((url) => url.includes('audit-logs'))).toEqual([]);
  await page.unroute('**/api/v1/auth/me');
});

it('rings in every tab, and what is read in one is read in the other', async () => {
  const { page } = ann;
  await page.goto(`/${me}`);
  const other = await page.context().newPage();
  await other.goto(`/${me}/apis`);
  const bell = (tab: Page, name: RegExp) => tab.getByRole('button', { name });
  for (const tab of [page, other]) await bell(tab, /^Notifications$/).waitFor();
  const elsewhere = await Person.arrives('elsewhere');
  await elsewhere.page.goto('/login');
  const old = await ann.newestCode();
  await elsewhere.page.getByLabel('Email').fill(ann.email);
  await elsewhere.page.getByRole('button', { name: 'Send OTP' }).click();
  await elsewhere.page.getByRole('heading', { name: 'Verify Your Account' }).waitFor();
  await elsewhere.entersCode(await ann.newestCode(old));
  await elsewhere.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  const { data } = await ann.asks<{ data: { id: string; current: boolean }[] }>('GET', '/auth/sessions');
  const sessionId = data.find(({ current }) => !current)?.id;
  await ann.asks('POST', '/auth/sessions/revoke', { sessionId });
  for (const tab of [page, other]) await bell(tab, /^Notifications, 1 unread$/).waitFor();
  await bell(page, /^Notifications/).click();
  await page.getByText('A session of your account was ended').waitFor();
  await ann.isAccessible();
  await ann.isSeen('bell-wide');
  await page.setViewportSize({ width: 390, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await ann.isAccessible();
  await ann.isSeen('bell-phone');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  for (const tab of [page, other]) await bell(tab, /^Notifications$/).waitFor();
  await elsewhere.leaves();
  await other.close();
});
