import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { looksLikeYears } from '../forms/field-bounds.ts';
import { formatAmount, formatYear } from './format.ts';

const fewest = 3;
/** A double has at most 15 reliable digits. */
const most = 15;

interface Range {
  from: number;
  to: number;
}

/** Formats range bounds with just enough digits to distinguish start and end. */
export function boundText(
  ranges: readonly Range[],
  field?: FieldSchema,
  isCode = field !== undefined && looksLikeYears(field),
): (end: number | null) => string {
  const format = isCode ? formatYear : formatAmount;
  const areDistinct = (digits: number) =>
    ranges.every(({ from, to }) => from === to || format(from, digits) !== format(to, digits));
  let digits = fewest;
  while (digits < most && !areDistinct(digits)) digits += 1;
  return (end) => format(end, digits);
}
