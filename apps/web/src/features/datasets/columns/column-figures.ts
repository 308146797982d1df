import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { boundText } from '@/shared/lib/format/bound-text.ts';
import {
  formatDataDate,
  formatDataTime,
  formatExact,
  formatNumber,
  formatYear,
} from '@/shared/lib/format/format.ts';
import { areYears } from '@/shared/lib/forms/field-bounds.ts';

/** The profile stores dates as seconds since 1970. */
export function formatColumnValue(
  column: ColumnProfile,
  value: number | null,
  format: (value: number | null) => string = formatNumber,
): string {
  if (isCode(column)) return formatYear(value, format === formatNumber ? 4 : 15);
  if (value === null || column.type !== 'datetime') return format(value);
  return formatDataDate(value);
}

/** Years, and numbers that identify something, have no thousands separators. */
const isCode = ({ type, min, max }: ColumnProfile): boolean =>
  type === 'identifier' || (type === 'integer' && areYears({ min, max }));

const daySeconds = 86_400;

/** Formats bin edges with enough digits to distinguish neighbours. */
export function binText(column: ColumnProfile): (end: number) => string {
  const { type, histogram } = column;
  if (type !== 'datetime') return boundText(histogram, undefined, isCode(column));
  return histogram.some(({ from, to }) => to - from < daySeconds) ? formatDataTime : formatDataDate;
}

/** Formats a minimum or maximum without rounding, which could move it beyond other values. */
export const formatColumnBound = (column: ColumnProfile, value: number | null): string =>
  formatColumnValue(column, value, formatExact);

export const distribution = ({ histogram, topValues }: ColumnProfile): number[] =>
  (histogram.length > 0 ? histogram : topValues.slice(0, 12)).map(({ count }) => count);

export const missingShare = (column: ColumnProfile, rows: number): number =>
  rows > 0 ? column.missing / rows : 0;

export const holdsPersonalData = (column: ColumnProfile, findings: readonly LintFinding[]): boolean =>
  findings.some((finding) => finding.code === 'PERSONAL_DATA' && finding.column === column.name);
