import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { compareScores } from './compare.ts';

const warningCodes = ['TARGET_COPY', 'TARGET_LEAK', 'SCORED_COPIES', 'GROUPS'] as const;
type ScoreWarningCode = (typeof warningCodes)[number];
export type ScoreWarning = LintFinding & { code: ScoreWarningCode };

const isScoreWarning = (finding: LintFinding): finding is ScoreWarning =>
  finding.severity === 'warning' && warningCodes.some((code) => code === finding.code);

/**
 * Reasons for an inflated score: columns that leak the target, and scored rows that resemble training rows without a
 * group split.
 */
export function scoreWarnings({
  findings,
  score,
  baseline,
  rebuild,
}: Pick<Report, 'findings' | 'score' | 'baseline' | 'rebuild'>): ScoreWarning[] {
  const hasInterval = score.low !== null && baseline.low !== null;
  // A score no better than the baseline is not inflated. With few distinct rows, duplicates are normal.
  if (hasInterval && compareScores(score, baseline) !== 'better') return [];
  const isDivided = rebuild?.config.groupColumn || rebuild?.config.timeColumn;
  return findings.filter(isScoreWarning).filter(({ code }) => code !== 'GROUPS' || !isDivided);
}
