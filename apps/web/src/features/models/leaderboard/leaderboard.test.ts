import type { Model } from '@rowcast/contracts/domain/models/model';
import type { LeaderboardEntry, TrainingProgress } from '@rowcast/contracts/domain/models/training';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { modelKeys } from '../keys.ts';
import { liveHandlers } from '../live.ts';
import { bestSingle, finalEntry, rank, secondsLeft, shareDone } from './leaderboard.ts';
import { newerProgress } from './newer-progress.ts';

function entry(name: string, part: Partial<LeaderboardEntry> = {}): LeaderboardEntry {
  return {
    name,
    estimator: 'xgboost',
    status: 'done',
    score: null,
    spread: null,
    fitSeconds: null,
    predictMillisecondsPerRow: null,
    weight: null,
    reason: null,
    ...part,
  };
}
function progress(elapsedSeconds: number, leaderboard: LeaderboardEntry[] = []): TrainingProgress {
  return { phase: 'training', elapsedSeconds, remainingSeconds: 10, leaderboard, best: null, message: '' };
}
const order = (entries: LeaderboardEntry[]) => entries.map(({ name }) => name);
const board = [
  entry('waits', { status: 'queued' }),
  entry('low', { score: 0.6 }),
  entry('broke', { status: 'failed' }),
  entry('high', { score: 0.9 }),
  entry('runs', { status: 'running' }),
];

test('sorts finished candidates first, the best on top', () => {
  expect(order(rank(board, 'roc_auc', null))).toEqual(['high', 'low', 'runs', 'waits', 'broke']);
});

test('sorts an error metric ascending', () => {
  expect(order(rank(board, 'rmse', null)).slice(0, 2)).toEqual(['low', 'high']);
});

test('guesses the direction of an unknown metric from the best candidate', () => {
  expect(order(rank(board, null, 'low')).slice(0, 2)).toEqual(['low', 'high']);
  expect(order(rank(board, null, 'high')).slice(0, 2)).toEqual(['high', 'low']);
});

test('sorts a candidate without a score below scored ones', () => {
  expect(order(rank([entry('none'), entry('some', { score: 3 })], 'rmse', null))).toEqual(['some', 'none']);
});

test('the finished model is the ensemble, or the candidate with the largest weight', () => {
  const parts = [entry('a', { weight: 0.2 }), entry('b', { weight: 0.8 })];
  expect(finalEntry(parts)?.name).toBe('b');
  expect(finalEntry([...parts, entry('Blend', { estimator: 'ensemble' })])?.name).toBe('Blend');
});

test('the best single model excludes the ensemble and the baseline', () => {
  const blend = entry('Blend', { estimator: 'ensemble', score: 0.95 });
  const guess = entry('Baseline', { estimator: 'baseline', score: 0.97 });
  expect(bestSingle([...board, blend, guess], 'roc_auc')?.name).toBe('high');
  expect(bestSingle([...board, blend], 'rmse')?.name).toBe('low');
  expect(bestSingle([blend, guess, entry('none')], 'roc_auc')).toBeUndefined();
});

test('ignores progress that arrives late', () => {
  const late = progress(4);
  const known = progress(8);
  expect(newerProgress(known, late)).toBe(known);
  expect(newerProgress(late, known)).toBe(known);
  expect(newerProgress(null, late)).toBe(late);
});

test('follows a restarted training from its new start', () => {
  const restarted = progress(0.5);
  expect(newerProgress(progress(300), restarted)).toBe(restarted);
});

test('a live event updates the open model and the list only', () => {
  const queries = new QueryClient();
  const model = { id: 'mdl_1', progress: progress(1) } as Model;
  const other = { id: 'mdl_2', progress: null } as Model;
  queries.setQueryData(modelKeys.one('mdl_1'), model);
  queries.setQueryData(modelKeys.list({ apiId: 'api_1' }), { data: [model, other], pagination: {} });
  const arrived = progress(5, [entry('first', { score: 0.8 })]);
  const event = { type: 'model.progress', modelId: 'mdl_1', apiId: 'api_1', progress: arrived } as const;
  liveHandlers['model.progress']?.(event, queries);
  expect(queries.getQueryData<Model>(modelKeys.one('mdl_1'))?.progress).toEqual(arrived);
  const list = queries.getQueryData<{ data: Model[] }>(modelKeys.list({ apiId: 'api_1' }))?.data;
  expect(list?.map((one) => one.progress)).toEqual([arrived, null]);
});

test.each([
  { type: 'api.changed', apiId: 'api_1' },
  { type: 'dataset.deleted', datasetId: 'ds_1' },
] as const)('refetches an open model at $type', (event) => {
  const queries = new QueryClient();
  queries.setQueryData(modelKeys.one('mdl_1'), { id: 'mdl_1' });
  liveHandlers[event.type]?.(event as never, queries);
  expect(queries.getQueryState(modelKeys.one('mdl_1'))?.isInvalidated).toBe(true);
});

test('the share done is null without an estimate and at most 1', () => {
  expect(shareDone(5, null)).toBeNull();
  expect(shareDone(0, 0)).toBeNull();
  expect(shareDone(15, 45)).toBe(0.25);
  expect(shareDone(70, 0)).toBe(1);
});

test('time used and left add up to the budget', () => {
  const running = { reproducible: false, stopRequested: false, timeBudgetSeconds: 60 };
  const withRemaining = (remainingSeconds: number | null) => ({ ...progress(12), remainingSeconds });
  for (const outlook of [null, 3, 17.6, 48])
    expect(secondsLeft({ ...running, progress: withRemaining(outlook) }, 12)).toBe(48);
  expect(secondsLeft({ ...running, progress: withRemaining(0) }, 61)).toBe(0);
  expect(secondsLeft({ ...running, progress: withRemaining(9), stopRequested: true }, 12)).toBeNull();
  expect(secondsLeft({ ...running, progress: { ...withRemaining(null), phase: 'queued' } }, 0)).toBeNull();
});

test('a training with a model count ends with its last model', () => {
  const counted = { reproducible: true, stopRequested: false, timeBudgetSeconds: 10 };
  expect(secondsLeft({ ...counted, progress: { ...progress(12), remainingSeconds: 30 } }, 15)).toBe(27);
  const unknown = { ...progress(12), remainingSeconds: null };
  expect(secondsLeft({ ...counted, progress: unknown }, 15)).toBeNull();
});
