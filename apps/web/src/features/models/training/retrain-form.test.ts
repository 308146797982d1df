// @vitest-environment node
import type { TrainingConfig } from '@rowcast/contracts/domain/models/training';
import { createModelBody } from '@rowcast/contracts/http/models/training';
import { expect, test } from 'vitest';
import { formOf } from './retrain-form.ts';
import { type Before, formFor, toTraining } from './train-form.ts';

const apiId = `api_${'0'.repeat(32)}`;
const datasetId = `ds_${'0'.repeat(32)}`;

const trained = (settings: Partial<TrainingConfig> = {}): Before => ({
  id: `mdl_${'0'.repeat(32)}`,
  name: 'Income',
  version: 3,
  datasetId,
  settings: {
    targetColumn: 'income',
    task: 'binary',
    modelType: 'xgboost',
    metric: 'log_loss',
    testSize: 0.3,
    epochs: 100,
    learningRate: 0.05,
    timeBudgetSeconds: 90,
    seed: 7,
    excludedColumns: ['ssn', 'wage'],
    groupColumn: 'household',
    ...settings,
  },
});

const sent = (before: Before, changed: Partial<ReturnType<typeof formOf>> = {}) => {
  const values = formFor(before).parse({ ...formOf(before), ...changed });
  return createModelBody.parse(toTraining(apiId, values, before));
};

test('retraining without changes sends the same settings', () => {
  for (const settings of [
    {},
    { reproducible: true, timeColumn: 'day' },
    { maxRowMilliseconds: 5, maxBundleMegabytes: 100 },
    { maxRowMilliseconds: 3 },
    { testSize: 0 },
    { positiveLabel: '>50K' },
    {
      modelType: 'custom',
      estimator: { name: 'linear', alpha: 0.5 },
      learningRate: 0.01,
    } as const,
  ]) {
    const before = trained(settings);
    const { apiId: _api, datasetId: _dataset, name, ...config } = sent(before);
    expect(name).toBe('Income');
    expect(config).toEqual(before.settings);
  }
});

test('changing the budget changes nothing else', () => {
  const { timeBudgetSeconds, ...others } = sent(trained(), { timeBudget: '600' });
  const { timeBudgetSeconds: _before, ...same } = sent(trained());
  expect(timeBudgetSeconds).toBe(600);
  expect(others).toEqual(same);
});

test('removes duplicates from the excluded columns', () => {
  const { excludedColumns } = sent(trained({ excludedColumns: ['ssn', 'wage', 'ssn'] }));
  expect(excludedColumns).toEqual(['ssn', 'wage']);
});

test('excluded columns can be included again', () => {
  expect(sent(trained(), { excludedColumns: [] })).toMatchObject({ excludedColumns: [] });
});

test('only a training without a holdout can stay without one', () => {
  const testSize = (before: Before, text: string) =>
    formFor(before).safeParse({ ...formOf(before), testSize: text }).error?.issues[0]?.message;
  const between = 'Test size must be between 0.05 and 0.5';
  expect(testSize(trained({ testSize: 0 }), '0')).toBeUndefined();
  expect(testSize(trained({ testSize: 0 }), '0.01')).toBe(between);
  expect(testSize(trained(), '0')).toBe(between);
});

test('chosen limits replace custom ones', () => {
  const chosen = sent(trained({ maxRowMilliseconds: 3 }), { served: 'largest' });
  expect(chosen).toMatchObject({ maxRowMilliseconds: 50, maxBundleMegabytes: 500 });
});
