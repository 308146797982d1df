import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import type { TFunction } from 'i18next';
import { formatInteger } from '@/shared/lib/format/format.ts';

type Words = TFunction<'datasets'>;
/** The maximum number of rows in a finding, by contract. */
const most = 20;
const minRunLength = 3;

/** Formats ascending numbers as ranges: 2–5, 9. */
function inRuns(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs
    .flatMap(([first, last]) =>
      last - first + 1 >= minRunLength
        ? [`${formatInteger(first)}–${formatInteger(last)}`]
        : Array.from({ length: last - first + 1 }, (_, place) => formatInteger(first + place)),
    )
    .join(', ');
}

function withMore(t: Words, places: string, named: number, { params }: LintFinding): string {
  // With several groups, the rows are those of the largest.
  const count = params?.largest ?? params?.count;
  const more = typeof count === 'number' ? count > named : named >= most;
  return more ? t('findings.more', { places }) : places;
}

/** The rows of a finding, each with the earlier row that it duplicates, if any. */
export function rowsText(t: Words, finding: LintFinding): string {
  const { rows, repeats } = finding;
  const like = (row: number, first: number) =>
    t('findings.like', { row: formatInteger(row), first: formatInteger(first) });
  const places = repeats
    ? rows.map((row, place) => like(row, repeats[place] ?? row)).join(', ')
    : inRuns(rows);
  return withMore(t, places, rows.length, finding);
}

export const linesText = (t: Words, finding: LintFinding): string =>
  withMore(t, inRuns(finding.lines), finding.lines.length, finding);
