import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { formatExact, formatYear } from '../format/format.ts';

const hasFourDigits = (value: number | null) => value !== null && value >= 1000 && value <= 9999;

/** Four-digit integers are usually years, which have no separators. */
export const areYears = ({ min, max }: Pick<FieldSchema, 'min' | 'max'>): boolean =>
  hasFourDigits(min) && hasFourDigits(max);

export const looksLikeYears = ({ kind, integer, min, max }: FieldSchema): boolean =>
  kind === 'number' && integer && areYears({ min, max });

/** The range of a field in the training data. */
export function fieldBounds(field: FieldSchema): { min: string; max: string } | null {
  const { kind, min, max } = field;
  if (kind !== 'number' || min === null || max === null) return null;
  const format = looksLikeYears(field) ? formatYear : formatExact;
  return { min: format(min), max: format(max) };
}
