import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import type { MetricName } from '@rowcast/contracts/domain/models/training';

export type Compared = ModelDetail & { report: Report };
export type Pair<T> = { name: string; left: T | undefined; right: T | undefined };

/** Joins both sides by name, in order of first appearance. */
export function pairs<T>(
  left: readonly T[],
  right: readonly T[],
  nameOf: (one: T) => string,
): (Pair<T> & { id: string })[] {
  const names = [...new Set([...left, ...right].map(nameOf))];
  const named = (side: readonly T[], name: string) => side.find((one) => nameOf(one) === name);
  return names.map((name) => ({ id: name, name, left: named(left, name), right: named(right, name) }));
}

/** Removes rows without a value on either side. Missing text is shown as `none`. */
export const comparableRows = <T extends { left?: unknown; right?: unknown }>(
  rows: readonly T[],
  none = '–',
): T[] =>
  rows.filter(({ left, right }) =>
    [left, right].some((value) => value !== null && value !== undefined && value !== none),
  );

type NameOf = (metric: MetricName) => string;

const scoresOf = ({ score, otherScores }: Report, nameOf: NameOf) =>
  [score, ...otherScores].map((each) => ({ name: nameOf(each.metric), score: each }));

/** Includes the metric's class, since F1 scores of different classes are not comparable. */
export const scorePairs = (left: Report, right: Report, nameIn: { left: NameOf; right: NameOf }) =>
  pairs(scoresOf(left, nameIn.left), scoresOf(right, nameIn.right), ({ name }) => name);

/** The most important fields of either side. */
export function importancePairs(left: Report, right: Report) {
  const most = ({ left: a, right: b }: Pair<Report['importance'][number]>) =>
    Math.max(a?.importance ?? 0, b?.importance ?? 0);
  return pairs(left.importance, right.importance, ({ column }) => column).sort((a, b) => most(b) - most(a));
}

export const classPairs = (left: Report, right: Report) =>
  pairs(left.classification?.perClass ?? [], right.classification?.perClass ?? [], ({ label }) => label);

export const candidatePairs = (left: Report, right: Report) =>
  pairs(left.leaderboard, right.leaderboard, ({ name }) => name);

/** Fields that only the first side uses. */
export function fieldsOnlyIn(one: Report, other: Report): string[] {
  const known = new Set(other.fields.map(({ name }) => name));
  return one.fields.flatMap(({ name }) => (known.has(name) ? [] : [name]));
}
