import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { stepKey } from '@rowcast/contracts/domain/datasets/suggested-steps';

export interface Effect {
  rows?: number;
  cells?: number;
  emptied?: number;
}

/** The effect of a step, as counted by the finding that suggests it. */
export function effectOf(step: CleanStep, findings: readonly LintFinding[]): Effect {
  const offer = findings.find(({ fix }) => fix && stepKey(fix) === stepKey(step));
  const { count, lost } = offer?.params ?? {};
  if (step.op === 'drop_rows') return { rows: step.rows.length };
  if (typeof lost === 'number') return { emptied: lost };
  if (typeof count !== 'number') return {};
  if (step.op === 'deduplicate' || step.op === 'filter_rows') return { rows: count };
  if (step.op === 'replace' && step.by === null) return { emptied: count };
  return ['trim', 'unify', 'replace', 'clip'].includes(step.op) ? { cells: count } : {};
}
