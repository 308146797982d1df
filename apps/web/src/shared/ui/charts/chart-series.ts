export type ChartKind = 'line' | 'bar' | 'horizontal-bar' | 'scatter';

export type ChartRow = Record<string, number | string | null>;

export interface Series {
  key: string;
  label: string;
  format?: (value: number | null) => string;
  /** Drawn thin and dashed: a baseline, a diagonal. */
  reference?: boolean;
  /** Other than what the kind of chart draws: a line that holds its value, or points on their own. */
  mark?: 'step' | 'points';
  /** Where the rows keep how far the value varies either way. */
  spreadKey?: string;
  /** Where the rows keep the ends of an interval around the value, drawn as a band. */
  band?: { low: string; high: string };
}

/** How one of the series is drawn. */
export interface MarkProps {
  kind: ChartKind;
  series: Series;
  colour: string;
  dashes: string | undefined;
}

/** What the rows are counted along. */
export interface ChartAxis {
  key: string;
  label: string;
  format?: (value: number | string) => string;
  /** Shorter than the format, at the ticks. */
  tick?: (value: number) => string;
  /** Where the rows keep a name of their own, told beside the value. */
  nameKey?: string;
  /** Where the axis begins and ends, if not at the first and the last row. */
  from?: number;
  to?: number;
  /** Its numbers are seconds gone by, or moments. */
  time?: 'seconds' | 'moments';
}

/** What the series are measured on. */
export interface ValueAxis {
  /** Where the axis begins and ends, whatever is drawn. */
  ends?: readonly [number, number];
  /** Beyond this there is nothing, so that a spread is cut off there. */
  most?: number;
  tick?: (value: number) => string;
}

const colours = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)', 'var(--chart-5)'];
export const colourOf = (index: number) => colours[index % colours.length] ?? 'currentColor';

const dashes = [undefined, '7 4', '2 3', '12 3 2 3'];

/** Dashes for each line after the first, since colour alone does not tell them apart. */
export function dashesOf(kind: ChartKind, series: readonly Series[]): (one: Series) => string | undefined {
  const lines = series.filter(({ reference, mark }) => kind === 'line' && !reference && mark !== 'points');
  return (one) => dashes[lines.indexOf(one) % dashes.length];
}

export const amount = (row: ChartRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

/** A value in words, with its spread or its interval. */
export function describeValue(
  row: ChartRow,
  series: Series,
  format: (value: number | null) => string,
): string {
  const text = format(amount(row, series.key));
  const spread = series.spreadKey ? amount(row, series.spreadKey) : null;
  if (spread !== null) return `${text} ± ${format(spread)}`;
  if (!series.band) return text;
  const [low, high] = [amount(row, series.band.low), amount(row, series.band.high)];
  return low === null || high === null ? text : `${text} (${format(low)} – ${format(high)})`;
}
