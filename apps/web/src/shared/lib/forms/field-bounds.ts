import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { formatExact, formatYear } from '../format/format.ts';

const hasFourDigits = (value: number | null) => value !== null && value >= 1000 && value <= 9999;

/** Whole numbers of four digits are mostly years, which have no separators. */
export const holdsYears = ({ kind, integer, min, max }: FieldSchema): boolean =>
  kind === 'number' && integer && hasFourDigits(min) && hasFourDigits(max);

/** Between which numbers training saw a field. */
export function fieldBounds(field: FieldSchema): { min: string; max: string } | null {
  const { kind, min, max } = field;
  if (kind !== 'number' || min === null || max === null) return null;
  const format = holdsYears(field) ? formatYear : formatExact;
  return { min: format(min), max: format(max) };
}
