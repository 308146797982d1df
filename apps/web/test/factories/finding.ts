import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';

/** A warning without evidence. */
export const aFinding = (part: Partial<LintFinding> & Pick<LintFinding, 'code'>): LintFinding => ({
  severity: 'warning',
  column: null,
  message: '',
  rows: [],
  lines: [],
  ...part,
});
