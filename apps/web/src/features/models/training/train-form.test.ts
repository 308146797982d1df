// @vitest-environment node
import { createModelBody, uploadModelBody } from '@rowcast/contracts/http/models/training';
import { expect, test } from 'vitest';
import { fieldsOf, secondsOf } from './time-budget.ts';
import {
  defaultParameters,
  emptyTrainForm,
  excludable,
  hasOrder,
  metricsFor,
  type TrainFormInput,
  toTraining,
  toUpload,
  trainForm,
} from './train-form.ts';

const filled: TrainFormInput = {
  ...emptyTrainForm,
  datasetId: `ds_${'0'.repeat(32)}`,
  targetColumn: 'income',
};
const apiId = `api_${'0'.repeat(32)}`;

function messages(part: Partial<TrainFormInput>): string[] {
  const checked = trainForm.safeParse({ ...filled, ...part });
  return checked.success ? [] : checked.error.issues.map(({ message }) => message);
}

test("the defaults match the product's", () => {
  expect(emptyTrainForm).toMatchObject({
    modelType: 'auto',
    testSize: '0.2',
    epochs: '100',
    learningRate: '0.01',
  });
  expect(messages({})).toEqual([]);
});

test.each([
  [{ targetColumn: '' }, 'Target column is required'],
  [{ datasetId: '' }, 'Dataset is required'],
  [{ testSize: 'a fifth' }, 'Test size must be a number such as 0.2'],
  [{ testSize: '0.9' }, 'Test size must be between 0.05 and 0.5'],
  [{ testSize: '0' }, 'Test size must be between 0.05 and 0.5'],
  [{ budget: 'custom', timeBudget: 'long' }, 'Time budget must be a number'],
  [{ budget: 'custom', timeBudget: '-3' }, 'Time budget must be between 5 seconds and 24 hours'],
  [
    { budget: 'custom', timeBudget: '2', timeUnit: 'seconds' },
    'Time budget must be between 5 seconds and 24 hours',
  ],
  [
    { budget: 'custom', timeBudget: '25', timeUnit: 'hours' },
    'Time budget must be between 5 seconds and 24 hours',
  ],
  [{ modelType: 'neural_network', epochs: 'many' }, 'Epochs must be a whole number'],
  [{ modelType: 'xgboost', learningRate: 'slow' }, 'Learning rate must be a number such as 0.01'],
  [{ modelType: 'neural_network', epochs: '0' }, 'Epochs must be 1 to 10000'],
  [{ modelType: 'neural_network', epochs: '10001' }, 'Epochs must be 1 to 10000'],
  [{ modelType: 'xgboost', learningRate: '0' }, 'Learning rate must be above 0 and at most 1'],
  [{ modelType: 'xgboost', learningRate: '1.5' }, 'Learning rate must be above 0 and at most 1'],
] satisfies [Partial<TrainFormInput>, string][])('%o is refused', (part, message) => {
  expect(messages(part)).toContain(message);
});

test.each([
  [{ budget: 'quick' }, 15],
  [{ budget: 'thorough', timeBudget: 'long' }, 300],
  [{ budget: 'custom', timeBudget: '1.5', timeUnit: 'minutes' }, 90],
  [{ budget: 'custom', timeBudget: '24', timeUnit: 'hours' }, 86_400],
] satisfies [Partial<TrainFormInput>, number][])('the budget of %o is %d seconds', (budget, seconds) => {
  const { timeBudgetSeconds } = toTraining(apiId, trainForm.parse({ ...filled, ...budget }));
  expect(timeBudgetSeconds).toBe(seconds);
  const { timeBudget, timeUnit, ...named } = fieldsOf(seconds);
  expect(secondsOf({ ...named, timeBudget, timeUnit })).toBe(seconds);
  expect(named.budget).toBe(budget.budget);
});

test('ignores fields that the chosen model does not have', () => {
  expect(messages({ modelType: 'auto', epochs: 'many', learningRate: 'slow' })).toEqual([]);
  expect(messages({ modelType: 'random_forest', epochs: 'many' })).toEqual([]);
  expect(messages({ modelType: 'auto', epochs: '0', learningRate: '2' })).toEqual([]);
  expect(messages({ modelType: 'custom', custom: 'onnx', timeBudget: 'long' })).toEqual([]);
});

test('blank epochs and learning rate use the defaults', () => {
  const blank = { ...filled, modelType: 'neural_network' as const, epochs: ' ', learningRate: '' };
  expect(createModelBody.parse(toTraining(apiId, trainForm.parse(blank)))).toMatchObject({
    epochs: 100,
    learningRate: 0.01,
  });
});

test('sends epochs and learning rate only for models that use them', () => {
  const sent = (modelType: 'auto' | 'xgboost' | 'neural_network') =>
    toTraining(apiId, trainForm.parse({ ...filled, modelType }));
  expect(sent('auto')).not.toHaveProperty('epochs');
  expect(sent('auto')).not.toHaveProperty('learningRate');
  expect(sent('xgboost')).toMatchObject({ epochs: '100', learningRate: '0.01' });
  expect(sent('neural_network')).toMatchObject({ epochs: '100', learningRate: '0.01' });
});

test('sends values of the contract, with text as numbers', () => {
  const body = createModelBody.parse(toTraining(apiId, trainForm.parse(filled)));
  expect(body).toMatchObject({ testSize: 0.2, timeBudgetSeconds: 60, metric: 'auto' });
});

test('sends a custom estimator with numeric parameters and its epochs if it has any', () => {
  const parameters = { hiddenLayers: '3', hiddenUnits: '32', dropout: '0', weightDecay: '0.01' };
  const values = trainForm.parse({ ...filled, modelType: 'custom', estimator: 'mlp', parameters });
  const body = createModelBody.parse(toTraining(apiId, values));
  expect(body.estimator).toEqual({
    name: 'mlp',
    hiddenLayers: 3,
    hiddenUnits: 32,
    dropout: 0,
    weightDecay: 0.01,
  });
  expect(toTraining(apiId, values)).toMatchObject({ epochs: '100' });
  const forest = trainForm.parse({ ...filled, modelType: 'custom' });
  expect(toTraining(apiId, forest)).not.toHaveProperty('epochs');
  expect(toTraining(apiId, trainForm.parse(filled))).not.toHaveProperty('estimator');
});

test.each([
  ['0', 'Enter a whole number within the range'],
  ['7.5', 'Enter a whole number within the range'],
  ['many', 'Enter a whole number within the range'],
  ['', 'Enter a whole number within the range'],
])('rejects %o trees', (nEstimators, message) => {
  const parameters = { ...defaultParameters('random_forest'), nEstimators };
  expect(messages({ modelType: 'custom', parameters })).toEqual([message]);
  expect(messages({ modelType: 'custom', custom: 'onnx', parameters })).toEqual([]);
});

test('sends only the scoring settings of an uploaded model', () => {
  const values = trainForm.parse({ ...filled, modelType: 'custom', custom: 'onnx' });
  const fields = toUpload(apiId, values);
  expect(uploadModelBody.parse(fields)).toMatchObject({ testSize: 0.2, metric: 'auto', task: 'auto' });
  expect(fields).not.toHaveProperty('timeBudget');
  expect(fields).not.toHaveProperty('groupColumn');
  expect(toUpload(apiId, { ...values, excludedColumns: ['ssn'] })).toEqual(fields);
  const divided = toUpload(apiId, { ...values, groupColumn: 'customer', timeColumn: 'day' });
  expect(uploadModelBody.parse(divided)).toMatchObject({ groupColumn: 'customer', timeColumn: 'day' });
});

test('sends group and time only if chosen', () => {
  expect(toTraining(apiId, trainForm.parse(filled))).not.toHaveProperty('groupColumn');
  const chosen = { ...filled, groupColumn: 'customer', timeColumn: 'day' };
  expect(toTraining(apiId, trainForm.parse(chosen))).toMatchObject({
    groupColumn: 'customer',
    timeColumn: 'day',
  });
});

test('excludes no columns by default', () => {
  const sent = (part: Partial<TrainFormInput>) =>
    createModelBody.parse(toTraining(apiId, trainForm.parse({ ...filled, ...part }))).excludedColumns;
  expect(sent({})).toEqual([]);
  expect(sent({ excludedColumns: ['ssn', 'day'] })).toEqual(['ssn', 'day']);
});

test('a column can be excluded if the table has it and it is not the target', () => {
  const columns = ['income', 'ssn', 'age'].map((name) => ({ name }));
  const left = (targetColumn: string) =>
    excludable(['age', 'wage', 'income', 'ssn'], { targetColumn, columns });
  expect(left('income')).toEqual(['age', 'ssn']);
  expect(left('ssn')).toEqual(['age', 'income']);
});

test('regression is scored by error, classification by separation', () => {
  expect(metricsFor('regression')).toEqual(['rmse', 'mae', 'r2']);
  expect(metricsFor('binary')).not.toContain('rmse');
  expect(metricsFor(undefined)).toContain('roc_auc');
});

test.each([
  [{ type: 'datetime', min: 0 }, true],
  [{ type: 'integer', min: 1 }, true],
  [{ type: 'number', min: -0.5 }, true],
  [{ type: 'identifier', min: 1_700_000_000 }, true],
  [{ type: 'identifier', min: null }, false],
  [{ type: 'category', min: null }, false],
  [{ type: 'boolean', min: 0 }, false],
] as const)('%o can be a time column: %s', (column, can) => {
  expect(hasOrder(column)).toBe(can);
});

test.each([
  ['usual', undefined, undefined],
  ['larger', 5, 100],
] as const)(
  'a model that may be %s is sent with its limits',
  (served, maxRowMilliseconds, maxBundleMegabytes) => {
    const body = createModelBody.parse(toTraining(apiId, trainForm.parse({ ...filled, served })));
    expect([body.maxRowMilliseconds, body.maxBundleMegabytes]).toEqual([
      maxRowMilliseconds,
      maxBundleMegabytes,
    ]);
  },
);

test('requests a reproducible bundle only if chosen', () => {
  expect(toTraining(apiId, trainForm.parse(filled))).not.toHaveProperty('reproducible');
  expect(toTraining(apiId, trainForm.parse({ ...filled, reproducible: true }))).toMatchObject({
    reproducible: true,
  });
});
