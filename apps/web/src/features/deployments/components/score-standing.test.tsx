import { expect, test } from 'vitest';
import { aModel } from '../../../../test/factories/model.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { oldReport, oldSettings } from '../../../../test/report.ts';
import { scoreChange } from '../score-change.ts';
import { ScoreStanding } from './score-standing.tsx';

const f1 = (value: number) =>
  oldReport({ metric: 'f1', score: { metric: 'f1', value, low: value - 0.1, high: value + 0.1 } });

test('names an F1 score by its class and shows its interval', async () => {
  await startWords('deployments', 'models');
  const score = scoreChange(
    { report: f1(0.8), settings: oldSettings },
    { report: f1(0.7), settings: oldSettings },
  );
  const { getAllByText, getByText } = renderScreen(
    <ScoreStanding release={{ served: aModel(), offered: aModel({ version: 2, type: 'xgboost' }), score }} />,
  );
  expect(getAllByText(/F1 of high/)).toHaveLength(2);
  getByText(/^0\.6.*–0\.8/);
  getByText(/^Income · Automatic · /);
  getByText(/^Income · XGBoost · /);
});
