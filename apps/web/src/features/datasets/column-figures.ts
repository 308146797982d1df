import type { LintFinding } from '@rowcast/contracts/domain/finding';
import type { ColumnProfile } from '@rowcast/contracts/domain/profile';
import { formatDataDate, formatNumber } from '@/shared/lib/format.ts';

/** Dates are profiled as seconds since 1970. */
export function formatColumnValue(column: ColumnProfile, value: number | null): string {
  if (value === null || column.type !== 'datetime') return formatNumber(value);
  return formatDataDate(value);
}

export const distribution = ({ histogram, topValues }: ColumnProfile): number[] =>
  (histogram.length > 0 ? histogram : topValues.slice(0, 12)).map(({ count }) => count);

export const missingShare = (column: ColumnProfile, rows: number): number =>
  rows > 0 ? column.missing / rows : 0;

export const holdsPersonalData = (column: ColumnProfile, findings: readonly LintFinding[]): boolean =>
  findings.some((finding) => finding.code === 'PERSONAL_DATA' && finding.column === column.name);
