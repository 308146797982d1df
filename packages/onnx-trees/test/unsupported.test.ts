import { describe, expect, test } from 'vitest';
import { compile, memoryBytes, type Program, transferList, UnsupportedModelError } from '../src/index.ts';
import type { GraphNode } from '../src/program.ts';
import { packTrees } from '../src/trees/pack-trees.ts';

const programOf = (...nodes: Partial<GraphNode>[]): Program => ({
  nodes: nodes.map((node) => ({
    operator: 'Abs',
    inputs: ['numbers'],
    output: 'output',
    attributes: {},
    ...node,
  })),
  constants: new Map(),
  numbersType: 'float32',
  output: 'output',
});

describe('a program is refused', () => {
  test.each<[string, Partial<GraphNode>]>([
    ['an unknown operator', { operator: 'Erf' }],
    ['strings as input of another operator', { operator: 'Concat', inputs: ['texts'] }],
    ['a Cast to another type', { operator: 'Cast', attributes: { to: 10 } }],
    ['another transposition', { operator: 'Transpose', attributes: { perm: [2, 1, 0] } }],
  ])('with %s', (_, node) => {
    expect(() => compile(programOf(node))).toThrow(UnsupportedModelError);
  });
});

const stump = {
  n_targets: 1,
  nodes_treeids: [0, 0, 0],
  nodes_nodeids: [0, 1, 2],
  nodes_featureids: [0, 0, 0],
  nodes_values: [0.5, 0, 0],
  nodes_modes: ['BRANCH_LEQ', 'LEAF', 'LEAF'],
  nodes_truenodeids: [1, 0, 0],
  nodes_falsenodeids: [2, 0, 0],
  target_treeids: [0, 0],
  target_nodeids: [1, 2],
  target_ids: [0, 0],
  target_weights: [1, -1],
};

test.each([
  ['another mode', { nodes_modes: ['BRANCH_EQ', 'LEAF', 'LEAF'] }],
  ['a missing node', { nodes_falsenodeids: [7, 0, 0] }],
  ['a cycle', { nodes_truenodeids: [0, 0, 0] }],
])('trees are refused with %s', (_, changes) => {
  expect(() => packTrees(stump)).not.toThrow();
  expect(() => packTrees({ ...stump, ...changes })).toThrow(UnsupportedModelError);
});

test('a program can be posted to another thread', () => {
  const program = programOf({ operator: 'TreeEnsembleRegressor', attributes: { trees: packTrees(stump) } });
  expect(memoryBytes(program)).toBeGreaterThan(0);
  const copy = structuredClone(program, { transfer: transferList(program) });
  expect(memoryBytes(program)).toBe(0);
  const output = compile(copy).run(
    { elementType: 'float32', dims: [2, 1], size: 2, data: Float32Array.of(0.5, 0.6) },
    { width: 0, data: [] },
  );
  expect([...output.data]).toEqual([1, -1]);
});
