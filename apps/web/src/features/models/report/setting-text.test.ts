import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { startWords } from '../../../../test/render.tsx';
import { allSettings, settingName, settingText } from './setting-text.ts';

beforeAll(() => startWords('models'));

const words = () => i18next.getFixedT('en', 'models');

test.each([
  ['metric', 'auto', 'Automatic'],
  ['metric', 'roc_auc', 'ROC AUC'],
  ['modelType', 'random_forest', 'Random forest'],
  ['task', 'multiclass', 'Multiclass classification'],
  ['testSize', 0.2, '20.0%'],
  ['timeBudgetSeconds', 90, '1m 30s'],
  ['reproducible', true, 'Yes'],
  ['maxRowMilliseconds', 5, '5 ms'],
  ['maxBundleMegabytes', 100, '100 MB'],
  ['seed', 0, '0'],
  ['epochs', 100, 'Automatic'],
  ['epochs', 300, '300'],
  ['learningRate', 0.01, 'Automatic'],
  ['learningRate', 0.1, '0.1'],
  ['groupColumn', undefined, '–'],
  ['excludedColumns', [], '–'],
  ['excludedColumns', ['id', 'note'], 'id, note'],
  ['estimator', { name: 'linear', alpha: 0.5 }, 'Linear, L2 penalty 0.5'],
  [
    'estimator',
    { name: 'svm', cost: 1, gammaScale: 0.3 },
    'Support vector machine, Regularization (C) 1, Gamma scale 0.3',
  ],
  ['onnx', { filename: 'churn.onnx', sha256: 'ab', sizeBytes: 3 }, 'churn.onnx'],
  ['fromAnotherVersion', 'as it is', 'as it is'],
])('formats %s %o as %s', (name, value, text) => {
  expect(settingText(words(), name, value)).toBe(text);
});

test.each([
  ['timeBudgetSeconds', 'Time budget'],
  ['maxRowMilliseconds', 'Max prediction time per row'],
  ['fromAnotherVersion', 'fromAnotherVersion'],
])('labels %s as %s', (name, shown) => {
  expect(settingName(words(), name)).toBe(shown);
});

test('sorts settings as in the dialog, unknown ones last', () => {
  expect(
    allSettings([
      { seed: 0, other: 1, metric: 'auto' },
      { targetColumn: 'x', seed: 1 },
    ]),
  ).toEqual(['targetColumn', 'metric', 'seed', 'other']);
});
