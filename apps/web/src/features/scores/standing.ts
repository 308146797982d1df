import type { Report } from '@rowcast/contracts/domain/models/report';
import { type Verdict, verdictOf } from './compare.ts';
import type { Interval } from './interval.ts';
import { type Difference, differenceOf, type Scored } from './question.ts';

/** A score, and the fingerprint of the rows, target and metric that it is of. */
export interface Told {
  interval: Interval | null;
  scoredOn: string | null;
}

/** Untold where a value or an interval is missing. */
type Judged = Verdict | 'untold';

const isTold = ({ value, low, high }: Interval) => value !== null && low !== null && high !== null;

function judge(one: Interval, other: Interval): Judged {
  if (one.value !== null && one.value === other.value) return 'even';
  return isTold(one) && isTold(other) ? verdictOf(one, other) : 'untold';
}

/** How a score stands to another one. Null where either has none, or was scored before it was kept on what. */
export function standingOf(one: Told, other: Told): Judged | 'apart' | null {
  if (!one.interval || !other.interval || !one.scoredOn || !other.scoredOn) return null;
  return one.scoredOn === other.scoredOn ? judge(one.interval, other.interval) : 'apart';
}

export type ReportStanding = Judged | Difference;

const toldOf = ({ score, scoredOn }: Report): Told => ({ interval: score, scoredOn: scoredOn ?? null });

/** The same of whole reports, which also tell what sets them apart, and stand in where no fingerprint was kept. */
export function standingOfReports(one: Scored, other: Scored): ReportStanding {
  const standing = standingOf(toldOf(one.report), toldOf(other.report));
  if (standing && standing !== 'apart') return standing;
  const difference = differenceOf(one, other);
  // Of a large table another part may have been drawn, which the reports do not tell.
  return difference ?? (standing ? 'rows' : judge(one.report.score, other.report.score));
}
