import { beforeAll, expect, test } from 'vitest';
import { anApi } from '../../../../../test/factories/api.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { ApiBadges } from './api-badges.tsx';

beforeAll(() => startWords('apis'));

test('a deprecated API says from when on it may stop, on whatever clock', () => {
  const told = (part: object) =>
    renderScreen(<ApiBadges api={anApi('Churn', { enabled: true, ...part })} />).container.textContent;
  expect(told({ status: 'deprecated', sunset: '2099-01-31' })).toMatch(/DeprecatedSunset: .*31.*2099/);
  expect(told({ status: 'deprecated', sunset: null })).not.toContain('Sunset');
  expect(told({ status: 'active', sunset: '2099-01-31' })).not.toContain('Sunset');
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
