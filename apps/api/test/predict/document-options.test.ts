import { expect, test } from 'vitest';
import { addressParameters, optionSchemas } from '../../src/predict/schema/options.ts';

const described = (choice: Parameters<typeof optionSchemas>[0]) => {
  const { Options, Decisions } = optionSchemas(choice);
  return {
    Options: Object.keys(Options.properties),
    Decisions: Object.keys(Decisions.properties),
    inAddress: addressParameters('predict', choice).map(({ name }) => name),
  };
};

test('a threshold is said of the class that it decides, wherever it may stand', () => {
  const choice = { task: 'binary', labels: ['stays', 'leaves'] } as const;
  const said = '"leaves" is returned when its probability is at least this value';
  const { Options, Decisions } = optionSchemas(choice);
  for (const { properties } of [Options, Decisions]) expect(properties.threshold.description).toBe(said);
  for (const call of ['predict', 'stream', 'infer'] as const)
    expect(addressParameters(call, choice).find(({ name }) => name === 'threshold')?.description).toBe(said);
});

test('options that a model cannot answer are not described with it', () => {
  const numbers = { task: 'regression', labels: [] } as const;
  expect(described(numbers)).toEqual({
    Options: ['interval', 'explain', 'counterfactual'],
    Decisions: [],
    inAddress: ['interval', 'explain', 'policy', 'counterfactual'],
  });
  const three = { task: 'multiclass', labels: ['a', 'b', 'c'] } as const;
  expect(described(three).Options).toEqual(['interval', 'topK', 'costs', 'explain', 'counterfactual']);
  expect(described(three).Decisions).toEqual(['costs']);
});
