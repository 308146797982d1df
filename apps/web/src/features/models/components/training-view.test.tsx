import type { TrainingProgress } from '@rowcast/contracts/domain/training';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { aModel } from '../../../../test/factories/model.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { TrainingView } from './training-view.tsx';

beforeAll(() => startWords('models', 'datasets'));

test.each([
  [60, 10.2, '10s of 1m used', 'at most 50s left'],
  [60.4, 10.2, '10s of 1m used', 'at most 50s left'],
  [60.4, 10.9, '10s of 1m used', 'at most 50s left'],
  [60.6, 10.9, '10s of 1m 1s used', 'at most 51s left'],
])('of %d seconds, those used after %d and those left make the whole', (budget, elapsed, used, left) => {
  const progress: TrainingProgress = {
    ...{ phase: 'training', elapsedSeconds: elapsed, remainingSeconds: null },
    ...{ leaderboard: [], best: null, message: '' },
  };
  const model = aModel({ status: 'training', timeBudgetSeconds: budget, progress });
  renderScreen(<TrainingView model={model} />, '/asha');
  expect(screen.getByText(used)).toBeTruthy();
  expect(screen.getByText(left)).toBeTruthy();
});
