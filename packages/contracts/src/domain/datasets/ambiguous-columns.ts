import type { LintCode, LintFinding } from './finding.ts';
import type { TableProfile } from './profile.ts';

/** Findings about columns with equally likely readings. A training needs one of their choices. */
export const ambiguousCodes = [
  'AMBIGUOUS_DATES',
  'POINTS_UNCLEAR',
  'MULTIPLIERS_UNCLEAR',
] as const satisfies readonly LintCode[];

const codes: readonly LintCode[] = ambiguousCodes;

/** The findings about columns whose reading is still to be chosen, among those that a training uses. */
export function ambiguousColumns(
  { columns, findings }: Pick<TableProfile, 'columns' | 'findings'>,
  excluded: readonly string[] = [],
): LintFinding[] {
  const used = new Set(columns.filter(({ type }) => type !== 'constant').map(({ name }) => name));
  return findings.filter(
    ({ code, column }) =>
      codes.includes(code) && column !== null && used.has(column) && !excluded.includes(column),
  );
}
