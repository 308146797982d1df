import { algebra } from './algebra.ts';
import { elementwise } from './elementwise.ts';
import { NotRunnable, type Program, type Step } from './program.ts';
import { lookUp, shaping } from './shaping.ts';
import type { Run } from './step.ts';
import type { Tensor, Texts } from './tensor.ts';
import { treeRunner } from './trees.ts';
import { workOf } from './work.ts';

export interface Graph {
  /** What it answers holds until the next run, which works in the same places. */
  run(numbers: Tensor, texts: Texts): Tensor;
  /** What the last run took, about, in milliseconds. */
  work(): number;
}

function stepOf({ operator, attributes }: Step): Run {
  const { trees, to } = attributes;
  const run = trees
    ? treeRunner(trees)
    : (elementwise(operator, to) ?? shaping(operator, attributes) ?? algebra(operator, attributes));
  if (!run) throw new NotRunnable(`the operator ${operator}`);
  return run;
}

/** Which columns of the texts are looked up, by the names that the columns and their codes have. */
function lookUpsOf({ steps, constants }: Program) {
  const columns = new Map<string, number>();
  const lookUps: { output: string; run(texts: Texts): Tensor }[] = [];
  for (const { operator, inputs, output, attributes } of steps) {
    const [source = '', index = ''] = inputs;
    if (source === 'texts' && operator === 'Gather') columns.set(output, constants.get(index)?.data[0] ?? 0);
    const column = columns.get(source);
    if (operator === 'LabelEncoder' && column !== undefined)
      lookUps.push({ output, run: lookUp(attributes, column) });
  }
  return { columns, lookUps };
}

/** Makes a graph's steps into functions. Throws NotRunnable where one is not known here. */
export function compile(program: Program): Graph {
  const slots = new Map<string, number>();
  const values: Tensor[] = [];
  const slotOf = (name: string): number => {
    const slot = slots.get(name) ?? slots.size;
    slots.set(name, slot);
    return slot;
  };
  for (const [name, value] of program.constants) values[slotOf(name)] = value;
  const { columns, lookUps } = lookUpsOf(program);
  const codes = lookUps.map(({ output, run }) => ({ slot: slotOf(output), run }));
  const isLookedUp = new Set([...columns.keys(), ...lookUps.map(({ output }) => output)]);
  const steps = program.steps.flatMap((step) => {
    if (isLookedUp.has(step.output)) return [];
    if (step.inputs.some((name) => name === 'texts' || columns.has(name)))
      throw new NotRunnable(`texts for ${step.operator}`);
    if (step.operator === 'Identity') {
      slots.set(step.output, slotOf(step.inputs[0] ?? ''));
      return [];
    }
    const from = step.inputs.map(slotOf);
    return [{ step, run: stepOf(step), from, inputs: [] as Tensor[], slot: slotOf(step.output) }];
  });
  const [numbersAt, answerAt] = [slotOf('numbers'), slotOf(program.answer)];
  return {
    run(numbers, texts) {
      values[numbersAt] = numbers;
      for (const { slot, run } of codes) values[slot] = run(texts);
      for (const { run, from, inputs, slot } of steps) {
        for (let at = 0; at < from.length; at++) inputs[at] = values[from[at] as number] as Tensor;
        values[slot] = run(inputs);
      }
      return values[answerAt] as Tensor;
    },
    work: () =>
      steps.reduce((sum, { step, inputs, slot }) => sum + workOf(step, inputs, values[slot] as Tensor), 0) /
      1e6,
  };
}
