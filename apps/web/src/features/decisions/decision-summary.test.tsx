import type { ThresholdRow } from '@rowcast/contracts/domain/models/decision-figures';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { anApi } from '../../../test/factories/api.ts';
import { aModel } from '../../../test/factories/model.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../test/render.tsx';
import { oldReport } from '../../../test/report.ts';
import { DecisionSummary } from './index.ts';

beforeAll(() => startWords('decisions', 'apis'));

const at = (threshold: number, truePositives: number, falsePositives: number): ThresholdRow => ({
  threshold,
  ...{
    truePositives,
    falsePositives,
    trueNegatives: 80 - falsePositives,
    falseNegatives: 20 - truePositives,
  },
  ...{ precision: null, recall: 0, f1: 0, accuracy: 0, cost: 0 },
});

const thresholds = {
  ...{ positive: 'Yes', threshold: 0.5, reason: '', why: [] },
  rows: [at(0, 20, 80), at(0.25, 16, 24), at(0.5, 10, 5), at(1, 0, 0)],
};
const binary = oldReport({
  ...{ target: 'churn', labels: ['No', 'Yes'] },
  classification: {
    ...{ labels: ['No', 'Yes'], confusion: [], perClass: [], roc: [], precisionRecall: [], calibration: [] },
    thresholds,
  },
});

test('moves the figures with the threshold, and recommends the one with the lowest cost', async () => {
  const api = anApi('Churn');
  const model = aModel({ apiId: api.id });
  const { received, stop } = await startLocalServer(({ method, body }) => {
    const settings = { ...api.settings, ...(method === 'GET' ? {} : JSON.parse(body).settings) };
    return { status: 200, json: { ...api, settings } };
  });
  onTestFinished(stop);
  const { user } = renderScreen(<DecisionSummary model={model} report={binary} />, '/asha');
  screen.getByText(
    'Finds 50% of the rows where churn is Yes. 67% of the flagged rows are correct. Flags 15% of all rows.',
  );
  screen.getByText('10 of 20 · 30% to 70%');
  fireEvent.change(screen.getByRole('slider'), { target: { value: '1' } });
  screen.getByText(/Finds 80% .* Flags 40% of all rows/);
  await user.type(screen.getByLabelText('Cost of a missed Yes'), '5000');
  screen.getByText(/Enter the cost of a false alarm/);
  await user.type(screen.getByLabelText('Cost of a false alarm'), '500');
  screen.getByText(/Recommended: 0.25\. It has the lowest cost/);
  screen.getByText('costs ₹320,000');
  await user.click(await screen.findByRole('button', { name: 'Use in API' }));
  await screen.findByText('The API uses these settings.');
  const [change] = received.filter(({ method }) => method !== 'GET');
  expect(JSON.parse(change?.body ?? '').settings).toEqual({
    ...{ threshold: 0.25, decideBy: 'threshold', currency: 'INR' },
    costs: { No: { No: 0, Yes: 500 }, Yes: { No: 5000, Yes: 0 } },
  });
});

test('describes a number by its typical error', async () => {
  const quantile = (share: number, value: number) => ({ share, value, low: value - 5, high: value + 5 });
  const regression: NonNullable<Report['regression']> = {
    ...{ predictedVersusActual: [], residualHistogram: [] },
    residuals: {
      ...{ mean: 0, standardDeviation: 1, medianAbsolute: 1783, largestAbsolute: 9000, quantiles: [] },
    },
    absoluteErrors: [quantile(0.5, 1783), quantile(0.9, 5000), quantile(1, 9000)],
    typical: { low: 10_000, median: 29_995, high: 60_000 },
  };
  const report = oldReport({ task: 'regression', metric: 'rmse', target: 'price', labels: [], regression });
  const { user } = renderScreen(<DecisionSummary model={aModel()} report={report} />, '/asha');
  screen.getByText(/within ±1,783 of the true value\. A typical value of price is 29,995/);
  screen.getByText('80% are from 10,000 to 60,000');
  const distance = screen.getByLabelText('How far off may a prediction be?');
  await user.clear(distance);
  await user.type(distance, '5000');
  screen.getByText('90% of the predictions are at most 5,000 off.');
});

test('ranks rows by probability, or by probability times an amount', async () => {
  const row = (number: number, score: number, ...values: (string | number)[]) => ({
    ...{ row: number, score, actual: 'Yes', values },
  });
  const priorityRows = {
    columns: ['customer', 'charges', 'since'],
    rows: [row(7, 0.9, 'A-1', 20, 2019), row(3, 0.6, 'B-2', 90.5, 2021)],
  };
  const { user } = renderScreen(
    <DecisionSummary model={aModel()} report={{ ...binary, priorityRows }} />,
    '/asha',
  );
  const customers = () =>
    screen.getAllByRole('row').flatMap((line) => line.textContent?.match(/[AB]-\d/) ?? []);
  expect(customers()).toEqual(['A-1', 'B-2']);
  screen.getByRole('cell', { name: '2019' });
  await user.click(screen.getByRole('combobox', { name: 'Order by' }));
  await user.click(await screen.findByRole('option', { name: 'Probability × charges' }));
  expect(customers()).toEqual(['B-2', 'A-1']);
  screen.getByRole('cell', { name: '54.3' });
});

test('compares a class with the most frequent one and names the weakest', () => {
  const labels = ['red', 'green', 'blue'];
  const confusion = [
    [45, 5, 0],
    [6, 24, 0],
    [0, 10, 10],
  ];
  const report = oldReport({
    ...{ task: 'multiclass', target: 'colour', labels },
    classification: { labels, confusion, perClass: [], roc: [], precisionRecall: [], calibration: [] },
  });
  renderScreen(<DecisionSummary model={aModel()} report={report} />, '/asha');
  screen.getByText(
    'Predicts the right colour for 79% of the rows. Always predicting red would be right for 50%.',
  );
  screen.getByText('Hardest class: blue');
  screen.getByText('Most frequent error: blue predicted as green (10 rows).');
});
