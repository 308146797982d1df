import type { Report } from '@rowcast/contracts/domain/models/report';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { oldReport } from '../../../../../test/report.ts';
import { DecisionPreview } from './decision-preview.tsx';

beforeAll(() => startWords('apis'));

const confusion = [
  [40, 10],
  [5, 45],
];
const report = { ...oldReport(), classification: { confusion } as Report['classification'] };

test.each<[string, number | null, boolean]>([
  ['shown if every cost is set', 2, true],
  ['hidden while a cost is empty', null, false],
  ['hidden while a cost is not a number', Number.NaN, false],
])('the average cost is %s', (_name, cost, isShown) => {
  const costs = [
    [0, cost],
    [1, 0],
  ];
  const { queryByText } = renderScreen(
    <DecisionPreview report={report} mode="costs" threshold={null} costs={costs} />,
  );
  expect(queryByText(/^Average cost per row with the trained decision rule: 0/) !== null).toBe(isShown);
});

test.each([
  ['shown', 0.6, true],
  ['hidden while the threshold is not a number', Number.NaN, false],
])('the expected effect is %s', (_name, threshold, isShown) => {
  const row = { threshold: 0.6, trueNegatives: 1, falsePositives: 2, falseNegatives: 3, truePositives: 4 };
  const thresholds = { threshold: 0.6, positive: 'high', rows: [row] };
  const binary = oldReport({
    classification: { confusion, thresholds } as unknown as Report['classification'],
  });
  const { queryByRole } = renderScreen(
    <DecisionPreview report={binary} mode="threshold" threshold={threshold} costs={[]} />,
  );
  expect(queryByRole('region', { name: 'Expected effect' }) !== null).toBe(isShown);
});

test('previews costs of three classes by class, compared with the default decision', () => {
  const labels = ['red', 'green', 'blue'];
  const sample = {
    truth: [0, 0, 1, 2],
    probabilities: [
      [0.9, 0.1, 0],
      [0.6, 0.2, 0.2],
      [0.1, 0.8, 0.1],
      [0.5, 0.3, 0.2],
    ],
  };
  const many = {
    ...oldReport({ task: 'multiclass', labels }),
    classification: { confusion: [[40], [30], [30]], sample } as unknown as Report['classification'],
  };
  const costs = [
    [0, 1, 1],
    [1, 0, 1],
    [8, 8, 0],
  ];
  const { getByText, getByRole, queryByText } = renderScreen(
    <DecisionPreview report={many} mode="costs" threshold={null} costs={costs} />,
  );
  getByText('0.25 (as trained: 2)');
  const line = getByRole('cell', { name: 'blue' }).closest('tr');
  expect([...(line?.children ?? [])].map((cell) => cell.textContent)).toEqual([
    'blue',
    '2 (as trained: 0)',
    '0 (as trained: 1)',
    '1 (as trained: 0)',
  ]);
  getByText('On 4 of 100 held-out rows.');
  expect(queryByText(/^Average cost per row as trained/)).toBeNull();
});
