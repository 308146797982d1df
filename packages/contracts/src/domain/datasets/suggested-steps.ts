import type { CleanStep, PinnedType } from './cleaning-recipe.ts';
import type { LintFinding } from './finding.ts';

/** What the rows of a training are divided by: an entity, or a time. */
export type Division = 'group' | 'time';

const divisions: Partial<Record<LintFinding['code'], Division>> = { GROUPS: 'group', TIME_ORDER: 'time' };

/** What a training that heeds the finding divides its rows by. */
export const splitOf = ({ code }: Pick<LintFinding, 'code'>): Division | undefined => divisions[code];

/** Two findings may ask for the same step. */
export const stepKey = (step: CleanStep) => JSON.stringify(step);

/**
 * Equal rows first, so that as many go as were counted, and values while they are spelt as the finding has them; a
 * column that is left out goes last.
 */
const order: readonly CleanStep['op'][] = [
  'cast',
  'parse_dates',
  'drop_rows',
  'deduplicate',
  'replace',
  'filter_rows',
  'trim',
  'unify',
  'clip',
  'impute',
  'drop_column',
];

const typesOfText: readonly PinnedType[] = ['category', 'ordinal', 'text', 'identifier'];

/** Whether the step reads the column as something that has no spelling: numbers, truth values or dates. */
const readsAnew = (step: CleanStep | undefined, column: string | null) =>
  (step?.op === 'parse_dates' || (step?.op === 'cast' && !typesOfText.includes(step.to))) &&
  step.column === column;

const mendsText = ({ op }: CleanStep) => op === 'trim' || op === 'unify' || op === 'replace';

/** The step that leaves nothing to do for this one: it leaves the column out, or reads it as no text. */
export const supersededBy = (step: CleanStep, among: readonly CleanStep[]): CleanStep | undefined => {
  if (step.op === 'drop_column' || !('column' in step)) return undefined;
  const { column } = step;
  const dropped = among.find((other) => other.op === 'drop_column' && other.column === column);
  return dropped ?? (mendsText(step) ? among.find((other) => readsAnew(other, column)) : undefined);
};

/** The steps as one recipe: each once, in an order in which none spoils what another is about. */
export function asRecipe(steps: readonly CleanStep[]): CleanStep[] {
  const once = [...new Map(steps.map((step) => [stepKey(step), step])).values()];
  return once
    .filter((step) => !supersededBy(step, once))
    .sort((a, b) => order.indexOf(a.op) - order.indexOf(b.op));
}

interface Suggesting {
  /** Columns that stay: what is to be predicted, and what the rows are divided by. */
  keep: readonly (string | null | undefined)[];
  /** All that is known of the table, where that is more than is offered. */
  known?: readonly LintFinding[];
}

/** Rows that are alike may be things of their own: only a person can tell. */
const byHand: readonly LintFinding['code'][] = ['DUPLICATE_ROWS_BUT_FOR_IDS'];

/**
 * Every fix that is offered, but for those that would take away a column that stays or that the rows should be divided
 * by, or one that looks like an identifier only until another fix reads it as what it is.
 */
export function suggestedSteps(
  offered: readonly LintFinding[],
  { keep, known = offered }: Suggesting,
): CleanStep[] {
  const kept = new Set([...keep, ...known.filter(splitOf).map(({ column }) => column)]);
  const fixes = offered.flatMap(({ code, column, fix }) => {
    if (byHand.includes(code)) return [];
    if (fix?.op !== 'drop_column') return fix ?? [];
    const misread =
      code === 'IDENTIFIER_COLUMN' &&
      known.some((other) =>
        [other.fix, ...(other.choices ?? []).map(({ step }) => step)].some((step) => readsAnew(step, column)),
      );
    return kept.has(fix.column) || misread ? [] : fix;
  });
  return asRecipe(fixes);
}
