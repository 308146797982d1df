import type { Report } from '@rowcast/contracts/domain/report';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { oldReport } from '../../../../test/report.ts';
import { DecisionOutlook } from './decision-outlook.tsx';

beforeAll(() => startWords('apis'));

const confusion = [
  [40, 10],
  [5, 45],
];
const report = { ...oldReport(), classification: { confusion } as Report['classification'] };

test.each<[string, number | null, boolean]>([
  ['told where every cost is given', 2, true],
  ['not told while a cost is empty', null, false],
])('what mistakes cost is %s', (_name, cost, isTold) => {
  const costs = [
    [0, cost],
    [1, 0],
  ];
  const { queryByText } = renderScreen(
    <DecisionOutlook report={report} mode="costs" threshold={null} costs={costs} />,
  );
  expect(queryByText(/^Mean cost a row as trained: 0/) !== null).toBe(isTold);
});
