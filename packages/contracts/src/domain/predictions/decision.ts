import { z } from 'zod';
import type { ApiSettings } from '../apis/api.ts';
import type { Task } from '../models/training.ts';
import { costMatrix } from './prediction-options.ts';

/** How an API chooses between classes in place of its model. */
export type KeptDecision = Pick<ApiSettings, 'threshold' | 'costs' | 'decideBy'>;

/** The threshold or the costs in use. Costs take precedence, unless the settings decide by the threshold. */
export function ruleInUse({
  threshold,
  costs,
  decideBy,
}: KeptDecision): Pick<KeptDecision, 'threshold' | 'costs'> {
  const byThreshold = decideBy === 'threshold' && typeof threshold === 'number';
  return byThreshold ? { threshold, costs: null } : { threshold, costs };
}

export const callDecision = z
  .object({
    by: z.enum(['api', 'call']).describe('whether the settings of the API or the call decided'),
    threshold: z.number().nullable().describe('null if costs decided'),
    costs: costMatrix.nullable(),
  })
  .meta({
    id: 'CallDecision',
    description: 'What the class was chosen by in place of how the model was trained.',
  });
export type CallDecision = z.infer<typeof callDecision>;

/** Costs by true and by answered class, in the order of the labels; null while a cell is empty. */
export type CostTable = (number | null)[][];

/** A pair that is not named costs nothing where it is right, else 1. */
export function costTable(costs: KeptDecision['costs'], labels: readonly string[]): CostTable {
  const given = new Map(
    Object.entries(costs ?? {}).map(([actual, row]) => [actual, new Map(Object.entries(row))]),
  );
  return labels.map((actual) =>
    labels.map((predicted) => given.get(actual)?.get(predicted) ?? (actual === predicted ? 0 : 1)),
  );
}

export const costAt = (table: CostTable, actual: number, predicted: number): number =>
  table[actual]?.[predicted] ?? 0;

/** Of two classes: from which probability on the second costs less (Elkan, 2001); null where there is none. */
export function costThreshold(table: CostTable): number | null {
  const falseAlarm = costAt(table, 0, 1) - costAt(table, 0, 0);
  const miss = costAt(table, 1, 0) - costAt(table, 1, 1);
  if (falseAlarm < 0 || miss < 0 || falseAlarm + miss <= 0) return null;
  return falseAlarm / (falseAlarm + miss);
}

/** The classes that costs name, as true or as answered, in their order. */
export const classesOf = (costs: NonNullable<KeptDecision['costs']>): string[] =>
  Object.entries(costs).flatMap(([actual, row]) => [actual, ...Object.keys(row)]);

/** What a model chooses between; labels are empty for numbers. */
export interface Choice {
  task: Task | null;
  labels: readonly string[];
}

/** The model predicts numbers, does not know a class that costs name, or has not the two classes of a threshold. */
export type Misfit = { kind: 'numbers' } | { kind: 'unknownClass'; name: string } | { kind: 'notTwo' };

/** What keeps a model from deciding so; null where nothing does. */
export function misfitOf(kept: KeptDecision, { task, labels }: Choice): Misfit | null {
  const { threshold, costs } = ruleInUse(kept);
  if (!costs && typeof threshold !== 'number') return null;
  if (task === 'regression') return { kind: 'numbers' };
  if (!costs) return task === 'binary' ? null : { kind: 'notTwo' };
  const name = classesOf(costs).find((each) => !labels.includes(each));
  return name === undefined ? null : { kind: 'unknownClass', name };
}
