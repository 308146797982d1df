import type { Workload } from '@rowcast/contracts';
import { expect, test } from 'vitest';
import { expectTraining } from '../../src/features/models/training/expected-cost.ts';

const workload: Workload = {
  fixedSeconds: 2,
  fits: [
    {
      modelType: 'auto',
      estimator: null,
      fixedSeconds: 1,
      seconds: 7,
      memoryBytes: 100_000_000,
      scaledBy: [],
    },
  ],
  pace: 3,
};
const choice = { modelType: 'auto', epochs: 100, timeBudgetSeconds: 600 } as const;

test.each([
  [[], 3],
  [[1.5], 1.5],
  [[2, 1], 1.5],
  [[4, 1, 2], 2],
  [[8, 1, 2, 4], 3],
])('earlier trainings with the paces %j let the next one be expected at %d', (paces, pace) => {
  expect(expectTraining(workload, choice, paces)?.seconds).toBe(10 * pace);
});
