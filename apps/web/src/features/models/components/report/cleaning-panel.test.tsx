import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { CleaningPanel } from './cleaning-panel.tsx';

beforeAll(() => startWords('models', 'datasets'));

test('each step describes its effect on prediction requests', () => {
  renderScreen(
    <CleaningPanel
      steps={[
        { step: { op: 'impute', column: 'age', strategy: 'median' }, handling: 'same', value: '37 & more' },
        { step: { op: 'clip', column: 'age', low: 1, high: 9 }, handling: 'same', value: null },
        { step: { op: 'drop_column', column: 'note' }, handling: 'ignored', value: null },
        { step: { op: 'deduplicate' }, handling: 'training_only', value: null },
      ]}
    />,
    '/asha',
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/age.*Missing values become 37 & more in every request$/),
    expect.stringMatching(/Applied to every request$/),
    expect.stringMatching(/note.*Not required in requests; ignored if sent$/),
    expect.stringMatching(/Training only; not applied to requests$/),
  ]);
});
