import { within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { HelpScreen } from './help.tsx';
import { PricingScreen } from './pricing.tsx';

beforeAll(() => startWords('site'));

test('help opens one answer at a time', async () => {
  const { user, ...page } = renderScreen(<HelpScreen />);
  const questions = page.getAllByRole('button');
  expect(questions).toHaveLength(5);
  const open = () => questions.filter((question) => question.getAttribute('aria-expanded') === 'true');
  await user.click(questions[0] as HTMLElement);
  expect(open()).toEqual([questions[0]]);
  await user.click(questions[2] as HTMLElement);
  expect(open()).toEqual([questions[2]]);
  page.getByRole('link', { name: 'Contact support' });
});

test('prices change with the switch as the catalogue says', async () => {
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
