import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { holdsYears } from '../forms/field-bounds.ts';
import { formatAmount, formatYear } from './format.ts';

const fewest = 3;
/** A double has at most 15 reliable digits. */
const most = 15;

interface Range {
  from: number;
  to: number;
}

/** Formats range bounds with just enough digits to distinguish start and end. */
export function endText(ranges: readonly Range[], field?: FieldSchema): (end: number | null) => string {
  const format = field && holdsYears(field) ? formatYear : formatAmount;
  const areTold = (digits: number) =>
    ranges.every(({ from, to }) => from === to || format(from, digits) !== format(to, digits));
  let digits = fewest;
  while (digits < most && !areTold(digits)) digits += 1;
  return (end) => format(end, digits);
}
