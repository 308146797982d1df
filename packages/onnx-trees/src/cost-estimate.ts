import type { GraphNode } from './program.ts';
import type { Tensor } from './tensor.ts';

/** Nanoseconds on a typical machine. */
const perNode = 150;
const perProduct = 1;
const perNumber = 5;
const perTranscendental = 20;
const perTreeNode = 2;
const perTree = 8;

const transcendental = new Set(['Exp', 'Log', 'Sigmoid', 'Sin', 'Softmax']);

/** Estimates the time of a node. Measured times would depend on what else the machine does. */
export function estimateNanoseconds(
  { operator, attributes }: GraphNode,
  [input]: readonly Tensor[],
  { size, dims }: Tensor,
): number {
  if (attributes.trees) {
    const { roots, depths, source } = attributes.trees;
    const visited = depths.reduce((sum, depth) => sum + depth, 0) * (roots.length / depths.length || 0);
    const perRow = visited * perTreeNode + roots.length * perTree + source.length * perTranscendental;
    return perNode + (dims[0] ?? 0) * perRow;
  }
  if (operator === 'MatMul' || operator === 'Gemm')
    return perNode + (input?.size ?? 0) * (dims.at(-1) ?? 0) * perProduct;
  if (operator.startsWith('Reduce')) return perNode + (input?.size ?? 0) * perNumber;
  return perNode + size * (transcendental.has(operator) ? perTranscendental : perNumber);
}
