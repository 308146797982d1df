import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { type Division, splitOf } from '@rowcast/contracts/domain/datasets/suggested-steps';

/** The columns by which rows are divided, as the training has them. */
export type Split = Record<Division, string | null>;

const maxShown = 4;
const gravest: readonly LintFinding['code'][] = [
  'TARGET_COPY',
  'TARGET_LEAK',
  'GROUPS',
  'TIME_ORDER',
  'PERSONAL_DATA',
  'RARE_CLASS',
];

/** What should be known before a model learns from the table: warnings, and what rows may have in common. */
export function shownBeforeTraining(
  findings: readonly LintFinding[],
  split: Split,
  excluded: readonly string[] = [],
) {
  const open = findings.filter((finding) => {
    const by = splitOf(finding);
    if (by) return split[by] === null;
    return finding.severity === 'warning' && !excluded.includes(finding.column ?? '');
  });
  const rank = ({ code }: LintFinding) => (gravest.includes(code) ? gravest.indexOf(code) : gravest.length);
  const ordered = [...open].sort((a, b) => rank(a) - rank(b));
  return { shown: ordered.slice(0, maxShown), more: Math.max(0, ordered.length - maxShown) };
}
