import { formatNumber } from '@/shared/lib/format.ts';

const fewest = 3;
/** A number has no more. */
const most = 15;

interface Range {
  from: number;
  to: number;
}

const areTold = (ranges: readonly Range[], digits: number) =>
  ranges.every(({ from, to }) => from === to || formatNumber(from, digits) !== formatNumber(to, digits));

/** Writes the ends of ranges with as few digits as tell where one begins from where it ends. */
export function endText(ranges: readonly Range[]): (end: number) => string {
  let digits = fewest;
  while (digits < most && !areTold(ranges, digits)) digits += 1;
  return (end) => formatNumber(end, digits);
}
