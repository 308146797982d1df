import type { Step } from './program.ts';
import type { Tensor } from './tensor.ts';

/** Nanoseconds, about: of a step at all, and of what it does once for each of its numbers. */
const step = 150;
const product = 1;
const number = 5;
const power = 20;
const node = 2;
const tree = 8;

const powers = new Set(['Exp', 'Log', 'Sigmoid', 'Sin', 'Softmax']);

/**
 * What a step takes on a usual machine. It is reckoned and not measured, so that which models are light does not hang
 * on what else a machine does.
 */
export function workOf(
  { operator, attributes }: Step,
  [input]: readonly Tensor[],
  { size, dims }: Tensor,
): number {
  if (attributes.trees) {
    const { roots, depths, source } = attributes.trees;
    const nodes = depths.reduce((sum, depth) => sum + depth, 0) * (roots.length / depths.length || 0);
    return step + (dims[0] ?? 0) * (nodes * node + roots.length * tree + source.length * power);
  }
  if (operator === 'MatMul' || operator === 'Gemm')
    return step + (input?.size ?? 0) * (dims.at(-1) ?? 0) * product;
  if (operator.startsWith('Reduce')) return step + (input?.size ?? 0) * number;
  return step + size * (powers.has(operator) ? power : number);
}
