import type { CleanStep, PinnedType } from './cleaning-recipe.ts';
import type { LintFinding } from './finding.ts';

/** How training and test rows are split: by group or by time. */
export type Division = 'group' | 'time';

const divisions: Partial<Record<LintFinding['code'], Division>> = { GROUPS: 'group', TIME_ORDER: 'time' };

/** The split that the finding suggests. */
export const splitOf = ({ code }: Pick<LintFinding, 'code'>): Division | undefined => divisions[code];

/** Equal for equal steps, which several findings can suggest. */
export const stepKey = (step: CleanStep) => JSON.stringify(step);

/**
 * The order in which a recipe applies its steps. Duplicates are removed before other rows so that their number matches
 * the finding. Values are replaced before their spelling changes. Columns are dropped last.
 */
const order: readonly CleanStep['op'][] = [
  'cast',
  'parse_dates',
  'keep_totals',
  'missing_markers',
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

const textTypes: readonly PinnedType[] = ['category', 'ordinal', 'text', 'identifier'];

/** Whether the step changes the column to a type that is not text: numbers, booleans or dates. */
const convertsText = (step: CleanStep | undefined, column: string | null) =>
  (step?.op === 'parse_dates' || (step?.op === 'cast' && !textTypes.includes(step.to))) &&
  step.column === column;

const editsText = ({ op }: CleanStep) => op === 'trim' || op === 'unify' || op === 'replace';

/** The step that makes this one unnecessary: it drops the column, or converts its text to another type. */
export const supersededBy = (step: CleanStep, among: readonly CleanStep[]): CleanStep | undefined => {
  if (step.op === 'drop_column' || !('column' in step)) return undefined;
  const { column } = step;
  const dropped = among.find((other) => other.op === 'drop_column' && other.column === column);
  return dropped ?? (editsText(step) ? among.find((other) => convertsText(other, column)) : undefined);
};

/** The steps as a recipe: without duplicates and superseded steps, in the order in which they apply. */
export function asRecipe(steps: readonly CleanStep[]): CleanStep[] {
  const unique = [...new Map(steps.map((step) => [stepKey(step), step])).values()];
  return unique
    .filter((step) => !supersededBy(step, unique))
    .sort((a, b) => order.indexOf(a.op) - order.indexOf(b.op));
}

interface SuggestionOptions {
  /** Columns that must not be dropped: the target and the column that splits the rows. */
  keep: readonly (string | null | undefined)[];
  /** All findings about the table, if `offered` holds only some of them. */
  known?: readonly LintFinding[];
}

/**
 * Findings whose fix needs a decision: rows that differ only in identifiers can be separate records, and rows of
 * totals are left out unless a person keeps them, and a missing marker can be a value.
 */
const manual: readonly LintFinding['code'][] = [
  'DUPLICATE_ROWS_BUT_FOR_IDS',
  'TOTALS_LEFT_OUT',
  'MISSING_MARKERS',
  'MARKERS_KEPT',
];

/**
 * The fixes of the offered findings as a recipe. Fixes are left out if they drop a column to keep, a column that
 * should split the rows, or a supposed identifier that another fix converts to its actual type.
 */
export function suggestedSteps(
  offered: readonly LintFinding[],
  { keep, known = offered }: SuggestionOptions,
): CleanStep[] {
  const kept = new Set([...keep, ...known.filter(splitOf).map(({ column }) => column)]);
  const fixes = offered.flatMap(({ code, column, fix }) => {
    if (manual.includes(code)) return [];
    if (fix?.op !== 'drop_column') return fix ?? [];
    const isMisread =
      code === 'IDENTIFIER_COLUMN' &&
      known.some((other) =>
        [other.fix, ...(other.choices ?? []).map(({ step }) => step)].some((step) =>
          convertsText(step, column),
        ),
      );
    return kept.has(fix.column) || isMisread ? [] : fix;
  });
  return asRecipe(fixes);
}
