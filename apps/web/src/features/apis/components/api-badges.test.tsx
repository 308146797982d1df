import { beforeAll, expect, test } from 'vitest';
import { anApi } from '../../../../test/factories/api.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ApiBadges } from './api-badges.tsx';

beforeAll(() => startWords('apis'));

test.each([
  ['active', true, ['Active']],
  ['active', false, ['Inactive']],
  ['draft', false, ['Draft', 'Inactive']],
] as const)('an API that is %s and switched on (%s) says %s', (status, enabled, said) => {
  const { queryAllByText } = renderScreen(<ApiBadges api={anApi('Churn', { status, enabled })} />);
  const badges = queryAllByText(/^(Active|Draft|Inactive)$/).map(({ textContent }) => textContent);
  expect(badges).toEqual(said);
});
