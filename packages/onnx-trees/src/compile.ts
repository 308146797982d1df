import { estimateNanoseconds } from './cost-estimate.ts';
import type { Kernel } from './kernel.ts';
import { elementwise } from './operators/elementwise.ts';
import { linearAlgebra } from './operators/linear-algebra.ts';
import { labelEncoder, shapeOperator } from './operators/shape.ts';
import { type GraphNode, numbersInput, type Program, UnsupportedModelError } from './program.ts';
import type { StringColumns, Tensor } from './tensor.ts';
import { treeEnsembleKernel } from './trees/tree-ensemble.ts';

/** Name of the graph's text input. */
const textsInput = 'texts';

export interface CompiledModel {
  /**
   * Runs the graph.
   *
   * @param numbers - Input `numbers`: (rows, numeric columns) of the program's `numbersType`.
   * @param texts - Input `texts`: strings, (rows, string columns).
   * @returns The output, which is valid until the next run.
   */
  run(numbers: Tensor, texts: StringColumns): Tensor;
  /** Estimated milliseconds of the last run. */
  estimateMs(): number;
}

function kernelOf({ operator, attributes }: GraphNode): Kernel {
  const { trees, to } = attributes;
  const kernel = trees
    ? treeEnsembleKernel(trees)
    : (elementwise(operator, to) ??
      shapeOperator(operator, attributes) ??
      linearAlgebra(operator, attributes));
  if (!kernel) throw new UnsupportedModelError(`operator ${operator}`);
  return kernel;
}

/** The Gather nodes that select string columns, by output name, and the LabelEncoder nodes that encode them. */
function encodersOf({ nodes, constants }: Program) {
  const columns = new Map<string, number>();
  const encoders: { output: string; encode(texts: StringColumns): Tensor }[] = [];
  for (const { operator, inputs, output, attributes } of nodes) {
    const [source = '', index = ''] = inputs;
    if (source === textsInput && operator === 'Gather')
      columns.set(output, constants.get(index)?.data[0] ?? 0);
    const column = columns.get(source);
    if (operator === 'LabelEncoder' && column !== undefined)
      encoders.push({ output, encode: labelEncoder(attributes, column) });
  }
  return { columns, encoders };
}

/** Prepares a program to run. Throws UnsupportedModelError for an operator that is not implemented. */
export function compile(program: Program): CompiledModel {
  const slots = new Map<string, number>();
  const values: Tensor[] = [];
  const slotOf = (name: string): number => {
    const slot = slots.get(name) ?? slots.size;
    slots.set(name, slot);
    return slot;
  };
  for (const [name, value] of program.constants) values[slotOf(name)] = value;
  const { columns, encoders } = encodersOf(program);
  const encoded = encoders.map(({ output, encode }) => ({ slot: slotOf(output), encode }));
  const isEncoded = new Set([...columns.keys(), ...encoders.map(({ output }) => output)]);
  const steps = program.nodes.flatMap((node) => {
    if (isEncoded.has(node.output)) return [];
    if (node.inputs.some((name) => name === textsInput || columns.has(name)))
      throw new UnsupportedModelError(`strings as input of ${node.operator}`);
    if (node.operator === 'Identity') {
      slots.set(node.output, slotOf(node.inputs[0] ?? ''));
      return [];
    }
    const from = node.inputs.map(slotOf);
    return [{ node, kernel: kernelOf(node), from, inputs: [] as Tensor[], slot: slotOf(node.output) }];
  });
  const [numbersSlot, outputSlot] = [slotOf(numbersInput), slotOf(program.output)];
  return {
    run(numbers, texts) {
      values[numbersSlot] = numbers;
      for (const { slot, encode } of encoded) values[slot] = encode(texts);
      for (const { kernel, from, inputs, slot } of steps) {
        for (let at = 0; at < from.length; at++) inputs[at] = values[from[at] as number] as Tensor;
        values[slot] = kernel(inputs);
      }
      return values[outputSlot] as Tensor;
    },
    estimateMs: () =>
      steps.reduce(
        (sum, { node, inputs, slot }) => sum + estimateNanoseconds(node, inputs, values[slot] as Tensor),
        0,
      ) / 1e6,
  };
}
