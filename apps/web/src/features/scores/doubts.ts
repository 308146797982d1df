import type { LintFinding } from '@rowcast/contracts/domain/finding';
import type { Report } from '@rowcast/contracts/domain/report';
import { verdictOf } from './compare.ts';

const doubtful = ['TARGET_COPY', 'TARGET_LEAK', 'SCORED_COPIES'] as const;
type DoubtCode = (typeof doubtful)[number];
export type Doubt = LintFinding & { code: DoubtCode };

const isDoubt = (finding: LintFinding): finding is Doubt =>
  finding.severity === 'warning' && doubtful.some((code) => code === finding.code);

/** What makes a score too good to rely on: columns that give the target away, and copies among the rows scored. */
export function doubtsOf({
  findings,
  score,
  baseline,
}: Pick<Report, 'findings' | 'score' | 'baseline'>): Doubt[] {
  const isTold = score.low !== null && baseline.low !== null;
  // What is no better than guessing is not too good: with few different rows many are alike by nature.
  if (isTold && verdictOf(score, baseline) !== 'better') return [];
  return findings.filter(isDoubt);
}
