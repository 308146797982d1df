import type { Report } from '@rowcast/contracts/domain/models/report';
import { beforeAll, expect, test } from 'vitest';
import { aModel } from '../../../../../test/factories/model.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { oldReport } from '../../../../../test/report.ts';
import { ComparisonView } from './comparison-view.tsx';

beforeAll(() => startWords('models', 'datasets', 'deployments'));

const importance = [{ column: 'age', importance: 0.2, spread: 0.01 }];
const score = (metric: Report['metric'], value: number) => ({ metric, value, low: value, high: value });
const compare = (left: Partial<Report>, right: Partial<Report>) => {
  const side = (version: number, report: Partial<Report>) => ({
    ...aModel({ version }),
    report: oldReport({ importance, ...report }),
  });
  return renderScreen(<ComparisonView left={side(1, left)} right={side(2, right)} />, '/asha');
};

test('does not compare F1 scores of different classes', () => {
  const { getByText } = compare(
    { labels: ['low', 'high'], otherScores: [score('f1', 0.7)] },
    { labels: ['high', 'low'], otherScores: [score('f1', 0.4)] },
  );
  const rowOf = (name: string) => getByText(name).closest('tr')?.textContent;
  expect(rowOf('F1 of high')).toContain('0.700');
  expect(rowOf('F1 of high')).not.toContain('0.400');
  expect(rowOf('F1 of low')).toContain('0.400');
});

test('draws importances on one axis only for the same metric', () => {
  const identical = compare({}, {});
  identical.getByRole('group', { name: 'Score drop' });
  identical.unmount();
  const apart = compare({}, { task: 'regression', labels: [], metric: 'rmse', score: score('rmse', 1200) });
  expect(apart.queryByRole('group', { name: 'Score drop' })).toBeNull();
  expect(apart.getAllByRole('group', { name: 'Feature importance' })).toHaveLength(2);
  apart.getByRole('heading', { name: 'v1 Income' });
  apart.getByRole('heading', { name: 'v2 Income' });
});
