import { act, screen } from '@testing-library/react';
import { beforeAll, test } from 'vitest';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { RegressionPanels } from './regression-panels.tsx';

beforeAll(() => startWords('models'));

test('predictions have enough digits for their scale', async () => {
  const predictedVersusActual = [{ x: 287_413, y: 287_448.6 }];
  renderScreen(<RegressionPanels regression={{ predictedVersusActual, residualHistogram: [] }} />);
  const [asTable] = screen.getAllByRole('button', { name: 'View as table' });
  await act(async () => asTable?.click());
  await screen.findByRole('cell', { name: '287,449' });
});
