import { formatCompact, formatScore } from '../../lib/format/format.ts';
import { amount, type ChartRow, type Series } from './chart-series.ts';

export type Ends = readonly [low: number, high: number];

const usual = 5;
const almost = 1e-9;
const exact = (value: number) => Number(value.toPrecision(12));

/** The smallest step of 1, 2, 5, 10, 20, … with at most the given number of ticks. */
export function roundStep([low, high]: Ends, most = usual): number {
  const least = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(least));
  return exact(([1, 2, 5].find((digit) => digit * power >= least * (1 - almost)) ?? 10) * power);
}

/** Multiples of the step between both ends. */
export function ticksOf([low, high]: Ends, step: number): number[] {
  const first = Math.ceil(low / step - almost);
  const last = Math.floor(high / step + almost);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => exact((first + place) * step));
}

/** Both ends moved outwards to multiples of the step. */
export const roundEnds = ([low, high]: Ends, step: number): Ends => [
  exact(Math.floor(low / step + almost) * step),
  exact(Math.ceil(high / step - almost) * step),
];

/** The number of decimals that distinguishes neighbouring ticks. */
export const decimalsOf = (step: number) => Math.max(0, -Math.floor(Math.log10(step) + almost));

/** Formats ticks with as few digits as needed; large ones in thousands, millions and so on. */
export const tickText = (step: number) => (value: number) => {
  if (step < 1000) return formatScore(value, decimalsOf(step));
  const unit = 1000 ** Math.floor(Math.log10(Math.max(1, Math.abs(value))) / 3 + almost);
  return formatCompact(value, decimalsOf(step / unit));
};

/** Shortens a name to a maximum number of letters. */
export const truncateText = (text: string, most: number): string => {
  const letters = [...text];
  if (letters.length <= most) return text;
  const start = letters.slice(0, most - 1).join('');
  return `${start.trimEnd()}…`;
};

/** Whether all tick labels are distinct. */
export const areDistinct = (ticks: readonly number[], text: (tick: number) => string): boolean =>
  new Set(ticks.map(text)).size === ticks.length;

const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400];

/** Like `roundStep`, with steps for time. */
export const timeStep = ([low, high]: Ends): number =>
  timeSteps.find((step) => step * usual >= high - low) ?? roundStep([low, high]);

/** The range of the series, including spreads and bands; null without data. */
export function extentOf(rows: readonly ChartRow[], series: readonly Series[]): Ends | null {
  const drawn = rows.flatMap((row) =>
    series.flatMap(({ key, spreadKey, band }) => {
      const value = amount(row, key);
      const spread = spreadKey ? (amount(row, spreadKey) ?? 0) : 0;
      const ends = band ? [amount(row, band.low), amount(row, band.high)] : [];
      return [
        ...(value === null ? [] : [value - spread, value + spread]),
        ...ends.filter((end) => end !== null),
      ];
    }),
  );
  return drawn.length === 0 ? null : [Math.min(...drawn), Math.max(...drawn)];
}

/** Whether all values are counts, so that fractional ticks make no sense. */
export const areIntegers = (rows: readonly ChartRow[], series: readonly Series[]): boolean =>
  rows.every((row) =>
    series.every(
      ({ key, spreadKey, band }) => !spreadKey && !band && Number.isInteger(amount(row, key) ?? 0),
    ),
  );

/** Adds room around a single value. */
export const widened = ([low, high]: Ends): Ends =>
  high > low ? [low, high] : [low - (Math.abs(low) || 1) / 10, high + (Math.abs(high) || 1) / 10];
