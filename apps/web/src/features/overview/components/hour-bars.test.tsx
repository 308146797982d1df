import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { HourBars } from './hour-bars.tsx';

beforeAll(() => startWords('overview'));

test('names the parts of a bar and shows both numbers', () => {
  const { getByRole, getByTitle } = renderScreen(
    <HourBars
      title="Traffic"
      label="Calls"
      badLabel="Errors"
      hours={[{ at: '2026-01-01T10:00:00Z', value: 12, bad: 3 }]}
      format={String}
    />,
  );
  expect(getByRole('list').textContent).toBe('CallsErrors');
  getByTitle(/Calls: 12, Errors: 3$/);
});
