import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { verdictOf } from './compare.ts';

const doubtful = ['TARGET_COPY', 'TARGET_LEAK', 'SCORED_COPIES', 'GROUPS'] as const;
type DoubtCode = (typeof doubtful)[number];
export type Doubt = LintFinding & { code: DoubtCode };

const isDoubt = (finding: LintFinding): finding is Doubt =>
  finding.severity === 'warning' && doubtful.some((code) => code === finding.code);

/**
 * Reasons for an inflated score: columns that leak the target, and scored rows that resemble training rows without a
 * group split.
 */
export function doubtsOf({
  findings,
  score,
  baseline,
  rebuild,
}: Pick<Report, 'findings' | 'score' | 'baseline' | 'rebuild'>): Doubt[] {
  const isTold = score.low !== null && baseline.low !== null;
  // A score no better than the baseline is not inflated. With few distinct rows, duplicates are normal.
  if (isTold && verdictOf(score, baseline) !== 'better') return [];
  const isDivided = rebuild?.config.groupColumn || rebuild?.config.timeColumn;
  return findings.filter(isDoubt).filter(({ code }) => code !== 'GROUPS' || !isDivided);
}
