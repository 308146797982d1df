import { within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { HelpScreen } from './help.tsx';
import { PricingScreen } from './pricing.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let support: { status: number; json: object };

beforeAll(() => startWords('site'));
beforeEach(async () => {
  resetRequestGuard();
  support = { status: 200, json: { email: null } };
  server = await startLocalServer(({ path }) =>
    path === '/api/v1/support' ? support : { status: 404, json: {} },
  );
});
afterEach(() => server.stop());

test('opens one answer at a time', async () => {
  const { user, ...page } = renderScreen(<HelpScreen />);
  const questions = page.getAllByRole('button');
  expect(questions.length).toBeGreaterThanOrEqual(15);
  expect(questions[0]?.textContent).toBe('How do I upload a dataset?');
  const open = () => questions.filter((question) => question.getAttribute('aria-expanded') === 'true');
  await user.click(questions[0] as HTMLElement);
  expect(open()).toEqual([questions[0]]);
  await user.click(questions[7] as HTMLElement);
  expect(open()).toEqual([questions[7]]);
});

test('finds answers by words in any order, and offers to clear a search without a result', async () => {
  const { user, ...page } = renderScreen(<HelpScreen />);
  const search = page.getByRole('searchbox', { name: 'Search the answers' });
  await user.type(search, 'retry-after KEY');
  await page.findByText('1 answer');
  page.getByRole('button', { name: 'Why does my program get error 429?' });
  await user.clear(search);
  await user.type(search, 'zebra');
  await page.findByText('No answer contains these words');
  await user.click(page.getByRole('button', { name: 'Clear search' }));
  await page.findByRole('button', { name: 'How do I upload a dataset?' });
});

test("links to the server's support address", async () => {
  support = { status: 200, json: { email: 'help@example.org' } };
  const { findByRole } = renderScreen(<HelpScreen />);
  const link = await findByRole('link', { name: 'Contact support' });
  expect(link.getAttribute('href')).toBe('mailto:help@example.org');
});

test.each([
  ['names none', { status: 200, json: { email: null } }],
  ['does not say', { status: 500, json: {} }],
])('suggests whom to ask if this server %s', async (_what, answer) => {
  support = answer;
  const { findByText, queryByRole } = renderScreen(<HelpScreen />);
  await findByText(/Ask this server.s administrator\.$/);
  expect(queryByRole('link')).toBeNull();
});

test('switches the prices between the billing periods', async () => {
  const { user, ...page } = renderScreen(<PricingScreen />);
  const plan = (name: string) => page.getByRole('region', { name }).textContent;
  expect(plan('Free')).toContain('₹0 forever');
  expect(plan('Pro')).toContain('₹299 per month');
  expect(plan('Team')).toContain('₹899 per month');
  expect(plan('Enterprise')).toContain('Custom pricing');
  await user.click(page.getByRole('switch'));
  expect(plan('Pro')).toContain('Save 17%');
  expect(plan('Pro')).toContain('₹2,999 per year');
  expect(plan('Team')).toContain('₹9,500 per month');
  expect(plan('Team')).toContain('billed yearly');
  within(page.getByRole('region', { name: 'Team' })).getByRole('link', { name: 'Contact Sales' });
  within(page.getByRole('region', { name: 'Enterprise' })).getByRole('link', { name: 'Request Demo' });
});
