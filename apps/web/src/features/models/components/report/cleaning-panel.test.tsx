import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { CleaningPanel } from './cleaning-panel.tsx';

beforeAll(() => startWords('models', 'datasets'));

test('each step says what becomes of it when a row is sent', () => {
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
    expect.stringMatching(/age.*Missing is read as 37 & more in every row that is sent$/),
    expect.stringMatching(/Done to every row that is sent$/),
    expect.stringMatching(/note.*Not needed; ignored when it is sent$/),
    expect.stringMatching(/Training only: every row that is sent gets an answer$/),
  ]);
});
