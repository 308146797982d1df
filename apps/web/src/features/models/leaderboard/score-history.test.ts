import type { LeaderboardEntry } from '@rowcast/contracts/domain/models/training';
import { expect, test } from 'vitest';
import { scoreHistory } from './score-history.ts';

const entry = (name: string, score: number | null, finishedSeconds?: number): LeaderboardEntry => ({
  name,
  estimator: 'linear',
  status: score === null ? 'running' : 'done',
  score,
  spread: null,
  fitSeconds: null,
  predictMillisecondsPerRow: null,
  weight: null,
  reason: null,
  ...(finishedSeconds === undefined ? {} : { finishedSeconds }),
});

test('orders models by completion with the best score so far', () => {
  const entries = [entry('b', 0.8, 9), entry('a', 0.7, 2), entry('c', 0.75, 12), entry('running', null)];
  expect(scoreHistory(entries, 'roc_auc').map(({ name, best }) => [name, best])).toEqual([
    ['a', 0.7],
    ['b', 0.8],
    ['c', 0.8],
  ]);
  expect(scoreHistory(entries, 'rmse').map(({ best }) => best)).toEqual([0.7, 0.7, 0.7]);
});

test('excludes the baseline', () => {
  const baseline = { ...entry('Baseline', 0.5, 0.1), estimator: 'baseline' as const };
  expect(scoreHistory([baseline, entry('a', 0.7, 2)], 'roc_auc').map(({ name }) => name)).toEqual(['a']);
});

test('a training without completion times has no score history', () => {
  expect(scoreHistory([entry('a', 0.7), entry('b', 0.8)], 'accuracy')).toEqual([]);
});
