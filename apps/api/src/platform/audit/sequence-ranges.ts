/** Ascending numbers as text: 1-5,9,12-40. */
export function writeRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const each of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && each <= last[1] + 1) last[1] = each;
    else ranges.push([each, each]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

export const readRanges = (text: string): [from: number, to: number][] =>
  text === ''
    ? []
    : text.split(',').map((range) => {
        const [from = '', to = from] = range.split('-');
        return [Number(from), Number(to)];
      });
