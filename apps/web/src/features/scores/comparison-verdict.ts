import type { Report } from '@rowcast/contracts/domain/models/report';
import { compareScores, type Verdict } from './compare.ts';
import type { Interval } from './interval.ts';
import { type Difference, differenceOf, type Scored } from './score-difference.ts';

/** A score with the fingerprint of its rows, target and metric. */
export interface FingerprintedScore {
  interval: Interval | null;
  scoredOn: string | null;
}

/** Unknown if a value or an interval is missing. */
type Judged = Verdict | 'missing';

const hasInterval = ({ value, low, high }: Interval) => value !== null && low !== null && high !== null;

function judge(one: Interval, other: Interval): Judged {
  if (one.value !== null && one.value === other.value) return 'even';
  return hasInterval(one) && hasInterval(other) ? compareScores(one, other) : 'missing';
}

/** Compares two scores. Null if either is missing or has no fingerprint. */
export function compareOnSameRows(
  one: FingerprintedScore,
  other: FingerprintedScore,
): Judged | 'apart' | null {
  if (!one.interval || !other.interval || !one.scoredOn || !other.scoredOn) return null;
  return one.scoredOn === other.scoredOn ? judge(one.interval, other.interval) : 'apart';
}

export type ReportStanding = Judged | Difference;

const fingerprintedScore = ({ score, scoredOn }: Report): FingerprintedScore => ({
  interval: score,
  scoredOn: scoredOn ?? null,
});

/** Compares whole reports, which also name the difference. Used without fingerprints too. */
export function compareReports(one: Scored, other: Scored): ReportStanding {
  const standing = compareOnSameRows(fingerprintedScore(one.report), fingerprintedScore(other.report));
  if (standing && standing !== 'apart') return standing;
  const difference = differenceOf(one, other);
  // Large tables may have been sampled differently, which the reports do not show.
  return difference ?? (standing ? 'rows' : judge(one.report.score, other.report.score));
}
