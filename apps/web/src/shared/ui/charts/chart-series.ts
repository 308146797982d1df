export type ChartKind = 'line' | 'bar' | 'horizontal-bar' | 'scatter';

export type ChartRow = Record<string, number | string | null>;

export interface Series {
  key: string;
  label: string;
  format?: (value: number | null) => string;
  /** Drawn thin and dashed, for a baseline or diagonal. */
  reference?: boolean;
  /** Overrides the chart's kind: a step line or single points. */
  mark?: 'step' | 'points';
  /** The row key of the symmetric spread. */
  spreadKey?: string;
  /** The row keys of the interval bounds, drawn as a band. */
  band?: { low: string; high: string };
}

export interface MarkProps {
  kind: ChartKind;
  series: Series;
  colour: string;
  dashes: string | undefined;
}

/** The x axis. */
export interface ChartAxis {
  key: string;
  label: string;
  format?: (value: number | string) => string;
  /** A shorter format for ticks. */
  tick?: (value: number) => string;
  /** The row key of a name to show with the value. */
  nameKey?: string;
  /** The bounds of the axis, if not the first and last row. */
  from?: number;
  to?: number;
  /** Whether the numbers are elapsed seconds or moments. */
  time?: 'seconds' | 'moments';
}

/** The value axis. */
export interface ValueAxis {
  /** Fixed bounds of the axis. */
  ends?: readonly [number, number];
  /** The maximum possible value; spreads are clipped to it. */
  most?: number;
  tick?: (value: number) => string;
  /** The title of the axis, for charts whose legend or title does not name it. */
  label?: string;
}

const colours = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)', 'var(--chart-5)'];
export const colourOf = (index: number) => colours[index % colours.length] ?? 'currentColor';

const dashes = [undefined, '7 4', '2 3', '12 3 2 3'];

/** Dashes distinguish lines without relying on colour. The first line is solid. */
export function dashesOf(kind: ChartKind, series: readonly Series[]): (one: Series) => string | undefined {
  const lines = series.filter(({ reference, mark }) => kind === 'line' && !reference && mark !== 'points');
  return (one) => dashes[lines.indexOf(one) % dashes.length];
}

export const amount = (row: ChartRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

/** Formats a value with its spread or interval. */
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
