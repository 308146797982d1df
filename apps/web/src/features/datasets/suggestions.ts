import type { CleanStep } from '@rowcast/contracts/domain/clean';
import type { LintFinding } from '@rowcast/contracts/domain/finding';

/** Two findings may ask for the same step. */
export const stepKey = (step: CleanStep) => JSON.stringify(step);

/** Rows first, so that as many go as the findings counted; a column that is left out goes last. */
const order: readonly CleanStep['op'][] = [
  'cast',
  'parse_dates',
  'deduplicate',
  'filter_rows',
  'trim',
  'clip',
  'impute',
  'drop_column',
];

/** Whether the step works on a column that is left out anyway. */
export const isSuperseded = (step: CleanStep, among: readonly CleanStep[]): boolean =>
  step.op !== 'drop_column' &&
  'column' in step &&
  among.some((other) => other.op === 'drop_column' && other.column === step.column);

/** The steps as one recipe: each once, in an order in which none spoils what another is about. */
export function asRecipe(steps: readonly CleanStep[]): CleanStep[] {
  const once = [...new Map(steps.map((step) => [stepKey(step), step])).values()];
  return once
    .filter((step) => !isSuperseded(step, once))
    .sort((a, b) => order.indexOf(a.op) - order.indexOf(b.op));
}

const readsAnew = (fix: CleanStep | undefined, column: string | null) =>
  (fix?.op === 'cast' || fix?.op === 'parse_dates') && fix.column === column;

/**
 * Every fix that is offered, but for those that would take the target away, or a column that looks like an identifier
 * only until another of them reads it as what it is.
 */
export const suggestedSteps = (findings: readonly LintFinding[], target: string | undefined): CleanStep[] =>
  asRecipe(
    findings.flatMap(({ code, column, fix }) => {
      if (fix?.op !== 'drop_column') return fix ?? [];
      const misread = code === 'IDENTIFIER_COLUMN' && findings.some((other) => readsAnew(other.fix, column));
      return fix.column === target || misread ? [] : fix;
    }),
  );

export interface Effect {
  rows?: number;
  cells?: number;
}

/** What a step will do, as far as the finding that offers it has counted. */
export function effectOf(step: CleanStep, findings: readonly LintFinding[]): Effect {
  const offer = findings.find(({ fix }) => fix && stepKey(fix) === stepKey(step));
  const count = offer?.params?.count;
  if (typeof count !== 'number') return {};
  if (step.op === 'deduplicate' || step.op === 'filter_rows') return { rows: count };
  return step.op === 'trim' || step.op === 'clip' ? { cells: count } : {};
}
