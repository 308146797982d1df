import type { LeaderboardEntry, TrainingProgress } from '@rowcast/contracts/domain/models/training';
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aModel } from '../../../../../test/factories/model.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { TrainingView } from './training-view.tsx';

beforeAll(() => startWords('models', 'datasets', 'console'));
afterEach(() => vi.unstubAllGlobals());

const running: TrainingProgress = {
  ...{ phase: 'training', elapsedSeconds: 10, remainingSeconds: null },
  ...{ leaderboard: [], best: null, message: '' },
};
const entry = (
  name: string,
  estimator: LeaderboardEntry['estimator'],
  status: LeaderboardEntry['status'],
): LeaderboardEntry => ({
  ...{ name, estimator, status, score: status === 'done' ? 0.8 : null, spread: null, fitSeconds: null },
  ...{ predictMillisecondsPerRow: null, weight: null, reason: null },
});

test.each([
  [60, 10.2, '10s of 1m used', 'at most 50s left'],
  [60.4, 10.2, '10s of 1m used', 'at most 50s left'],
  [60.4, 10.9, '10s of 1m used', 'at most 50s left'],
  [60.6, 10.9, '10s of 1m 1s used', 'at most 51s left'],
])('of %d seconds, used after %d and left add up', (budget, elapsed, used, left) => {
  const progress = { ...running, elapsedSeconds: elapsed };
  const model = aModel({ status: 'training', timeBudgetSeconds: budget, progress });
  renderScreen(<TrainingView model={model} />, '/asha');
  expect(screen.getByText(used)).toBeTruthy();
  expect(screen.getByText(left)).toBeTruthy();
});

test("a discarded training does not offer to keep the best and can't be discarded twice", () => {
  const model = aModel({ status: 'training', progress: running, stopRequested: true, stopMode: 'discard' });
  renderScreen(<TrainingView model={model} />, '/asha');
  screen.getByText('Stopping. No model will be saved.');
  expect(screen.getByRole('button', { name: 'Discard' })).toHaveProperty('disabled', true);
});

test('counts neither the baseline nor skipped candidates', () => {
  const leaderboard = [
    entry('Baseline', 'baseline', 'done'),
    entry('XGBoost', 'xgboost', 'done'),
    entry('Random forest', 'random_forest', 'running'),
    entry('Extra trees', 'extra_trees', 'skipped'),
  ];
  const model = aModel({ status: 'training', progress: { ...running, leaderboard } });
  renderScreen(<TrainingView model={model} />, '/asha');
  screen.getByText('1 / 2');
});

test.each([
  ['queued' as const, '25s to 1m 40s left'],
  ['done' as const, 'about 50s left'],
])('widens the estimate until a model has finished: %s', (status, left) => {
  const leaderboard = [entry('Baseline', 'baseline', 'done'), entry('XGBoost', 'xgboost', status)];
  const progress = { ...running, remainingSeconds: 50, leaderboard, best: 'Baseline' };
  renderScreen(
    <TrainingView model={aModel({ status: 'training', reproducible: true, progress })} />,
    '/asha',
  );
  screen.getByText(left);
});

test('a queued training shows its position and when it is expected to start', () => {
  const queue = { position: 3, estimatedStart: '2026-03-01T12:00:00Z' };
  renderScreen(<TrainingView model={aModel({ status: 'queued', queue })} />, '/asha');
  screen.getByText(/^Position 3 in the queue · Estimated start: .*2026/);
  screen.getByText('You can leave this page. Training starts automatically.');
});

test('a training without a worker is shown as waiting', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ok', checks: { worker: false } }));
  renderScreen(<TrainingView model={aModel({ status: 'training', progress: running })} />, '/asha');
  await screen.findByText('No worker is running, so this training is waiting.');
});

test('states why it fits no more models before the time budget', () => {
  const ending = { code: 'NO_IMPROVEMENT', params: { count: 8 } };
  const model = aModel({ status: 'training', progress: { ...running, phase: 'ensembling', ending } });
  renderScreen(<TrainingView model={model} />, '/asha');
  screen.getByText('Ended early. The last 8 models did not improve the result beyond random variation.');
});
