import type { FieldSchema } from '@rowcast/contracts/domain/report';
import { formatExact } from './format.ts';

const maybeYear = (value: number) => value >= 1000 && value <= 9999;

/** Between which numbers training saw a field. */
export function fieldBounds({ kind, integer, min, max }: FieldSchema): { min: string; max: string } | null {
  if (kind !== 'number' || min === null || max === null) return null;
  // Whole numbers of four digits are mostly years, which have no separators.
  const format = integer && maybeYear(min) && maybeYear(max) ? String : formatExact;
  return { min: format(min), max: format(max) };
}
