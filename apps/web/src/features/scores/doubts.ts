import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { verdictOf } from './compare.ts';

const doubtful = ['TARGET_COPY', 'TARGET_LEAK', 'SCORED_COPIES', 'GROUPS'] as const;
type DoubtCode = (typeof doubtful)[number];
export type Doubt = LintFinding & { code: DoubtCode };

const isDoubt = (finding: LintFinding): finding is Doubt =>
  finding.severity === 'warning' && doubtful.some((code) => code === finding.code);

/**
 * What makes a score too good to rely on: columns that give the target away, and rows scored that are like ones learned
 * from, unless rows were kept together by some column.
 */
export function doubtsOf({
  findings,
  score,
  baseline,
  rebuild,
}: Pick<Report, 'findings' | 'score' | 'baseline' | 'rebuild'>): Doubt[] {
  const isTold = score.low !== null && baseline.low !== null;
  // What is no better than guessing is not too good: with few different rows many are alike by nature.
  if (isTold && verdictOf(score, baseline) !== 'better') return [];
  const isDivided = rebuild?.config.groupColumn || rebuild?.config.timeColumn;
  return findings.filter(isDoubt).filter(({ code }) => code !== 'GROUPS' || !isDivided);
}
