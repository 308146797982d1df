import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { type Division, splitOf } from '@rowcast/contracts/domain/datasets/suggested-steps';

/** The group and time columns of a split. */
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

/** Findings to show before training: warnings, and suggested group columns. */
export function targetWarnings(
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
