// @vitest-environment node
import { expect, test } from 'vitest';
import { appliedRule, type DecisionRule } from './decision.ts';

const binary: DecisionRule = {
  ...{ apiId: 'api_1', version: 3, task: 'binary', labels: ['stays', 'leaves'], threshold: 0.5 },
};
const three: DecisionRule = { ...binary, task: 'multiclass', labels: ['a', 'b', 'c'], threshold: null };
const answered = { model: { version: 'v3' } };
const leavesFrom = (threshold: number) => ({ positive: 'leaves', threshold });

test('a threshold decides between two classes, whatever its source', () => {
  const kept = { by: 'api', threshold: 0.3, costs: null } as const;
  expect(appliedRule(kept, answered, binary)).toEqual({
    by: 'api',
    what: 'threshold',
    from: leavesFrom(0.3),
  });
  expect(appliedRule({ ...kept, by: 'call', threshold: 0 }, answered, binary)).toEqual({
    ...{ by: 'call', what: 'threshold', from: leavesFrom(0) },
  });
});

test('binary costs decide by a threshold, multiclass costs by the lowest expected cost', () => {
  const costs = { by: 'api', threshold: null, costs: { leaves: { stays: 9 } } } as const;
  expect(appliedRule(costs, answered, binary)).toEqual({ by: 'api', what: 'costs', from: leavesFrom(0.1) });
  expect(appliedRule(costs, answered, three)).toEqual({ by: 'api', what: 'costs', from: null });
  const always = { ...costs, costs: { leaves: { stays: -1 } } };
  expect(appliedRule(always, answered, binary)?.from).toBeNull();
});

test("a model's own threshold is said where the likeliest class need not be answered, and of that model alone", () => {
  const own = { ...binary, threshold: 0.37 };
  expect(appliedRule(null, answered, own)).toEqual({
    by: 'model',
    what: 'threshold',
    from: leavesFrom(0.37),
  });
  expect(appliedRule(null, { model: { version: 'v2' } }, own)).toBeNull();
  expect(appliedRule(null, answered, binary)).toBeNull();
  expect(appliedRule(null, answered, three)).toBeNull();
});
