import { beforeAll, expect, test } from 'vitest';
import { anApi } from '../../../../../test/factories/api.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { ApiBadges } from './api-badges.tsx';

beforeAll(() => startWords('apis'));

test('shows the sunset date of a deprecated API in any time zone', () => {
  const badgeText = (part: object) =>
    renderScreen(<ApiBadges api={anApi('Churn', { enabled: true, ...part })} />).container.textContent;
  expect(badgeText({ status: 'deprecated', sunset: '2099-01-31' })).toMatch(/DeprecatedSunset: .*31.*2099/);
  expect(badgeText({ status: 'deprecated', sunset: null })).not.toContain('Sunset');
  expect(badgeText({ status: 'active', sunset: '2099-01-31' })).not.toContain('Sunset');
});

test.each([
  ['active', true, ['Active']],
  ['active', false, ['Inactive']],
  ['draft', false, ['Draft', 'Inactive']],
] as const)('an API that is %s and switched on (%s) says %s', (status, enabled, said) => {
  const { queryAllByText } = renderScreen(<ApiBadges api={anApi('Churn', { status, enabled })} />);
  const badges = queryAllByText(/^(Active|Draft|Inactive)$/).map(({ textContent }) => textContent);
  expect(badges).toEqual(said);
});
