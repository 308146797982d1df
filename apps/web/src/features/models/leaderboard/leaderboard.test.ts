import type { Model } from '@rowcast/contracts/domain/models/model';
import type { LeaderboardEntry, TrainingProgress } from '@rowcast/contracts/domain/models/training';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { modelKeys } from '../keys.ts';
import { liveHandlers } from '../live.ts';
import { bestSingle, chosenEntry, newerProgress, rank, secondsLeft, shareDone } from './leaderboard.ts';

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

test('finished candidates come first, the best of them on top', () => {
  expect(order(rank(board, 'roc_auc', null))).toEqual(['high', 'low', 'runs', 'waits', 'broke']);
});

test('for an error metric the smaller score is on top', () => {
  expect(order(rank(board, 'rmse', null)).slice(0, 2)).toEqual(['low', 'high']);
});

test('while the metric is unknown, the best so far tells which way is up', () => {
  expect(order(rank(board, null, 'low')).slice(0, 2)).toEqual(['low', 'high']);
  expect(order(rank(board, null, 'high')).slice(0, 2)).toEqual(['high', 'low']);
});

test('a candidate that finished without a score stands below those with one', () => {
  expect(order(rank([entry('none'), entry('some', { score: 3 })], 'rmse', null))).toEqual(['some', 'none']);
});

test('the blend is what a finished model is; without one, the candidate with the most weight', () => {
  const parts = [entry('a', { weight: 0.2 }), entry('b', { weight: 0.8 })];
  expect(chosenEntry(parts)?.name).toBe('b');
  expect(chosenEntry([...parts, entry('Blend', { estimator: 'ensemble' })])?.name).toBe('Blend');
});

test('the best single model is neither the blend nor the baseline, and may not be what is served', () => {
  const blend = entry('Blend', { estimator: 'ensemble', score: 0.95 });
  const guess = entry('Baseline', { estimator: 'baseline', score: 0.97 });
  expect(bestSingle([...board, blend, guess], 'roc_auc')?.name).toBe('high');
  expect(bestSingle([...board, blend], 'rmse')?.name).toBe('low');
  expect(bestSingle([blend, guess, entry('none')], 'roc_auc')).toBeUndefined();
});

test('progress that arrives late changes nothing', () => {
  const late = progress(4);
  const known = progress(8);
  expect(newerProgress(known, late)).toBe(known);
  expect(newerProgress(late, known)).toBe(known);
  expect(newerProgress(null, late)).toBe(late);
});

test('a training that a worker took up anew is followed from its new beginning', () => {
  const anew = progress(0.5);
  expect(newerProgress(progress(300), anew)).toBe(anew);
});

test('a live event fills the board of the open model and of the list, and of no other model', () => {
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
] as const)('an open model is asked for again at $type', (event) => {
  const queries = new QueryClient();
  queries.setQueryData(modelKeys.one('mdl_1'), { id: 'mdl_1' });
  liveHandlers[event.type]?.(event as never, queries);
  expect(queries.getQueryState(modelKeys.one('mdl_1'))?.isInvalidated).toBe(true);
});

test('the share done is unknown without an estimate, and never above the whole', () => {
  expect(shareDone(5, null)).toBeNull();
  expect(shareDone(0, 0)).toBeNull();
  expect(shareDone(15, 45)).toBe(0.25);
  expect(shareDone(70, 0)).toBe(1);
});

test('used and left make the budget, however the outlook of the training changes', () => {
  const running = { reproducible: false, stopRequested: false, timeBudgetSeconds: 60 };
  const told = (remainingSeconds: number | null) => ({ ...progress(12), remainingSeconds });
  for (const outlook of [null, 3, 17.6, 48])
    expect(secondsLeft({ ...running, progress: told(outlook) }, 12)).toBe(48);
  expect(secondsLeft({ ...running, progress: told(0) }, 61)).toBe(0);
  expect(secondsLeft({ ...running, progress: told(9), stopRequested: true }, 12)).toBeNull();
  expect(secondsLeft({ ...running, progress: { ...told(null), phase: 'queued' } }, 0)).toBeNull();
});

test('a training that counts models is over when its models are', () => {
  const counted = { reproducible: true, stopRequested: false, timeBudgetSeconds: 10 };
  expect(secondsLeft({ ...counted, progress: { ...progress(12), remainingSeconds: 30 } }, 15)).toBe(27);
  const untold = { ...progress(12), remainingSeconds: null };
  expect(secondsLeft({ ...counted, progress: untold }, 15)).toBeNull();
});
