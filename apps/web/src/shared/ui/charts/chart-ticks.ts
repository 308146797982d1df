import { formatCompact, formatScore } from '../../lib/format/format.ts';
import { amount, type ChartRow, type Series } from './chart-series.ts';

export type Ends = readonly [low: number, high: number];

const usual = 5;
const almost = 1e-9;
const exact = (value: number) => Number(value.toPrecision(12));

/** The smallest of the steps 1, 2, 5, 10, 20, … that takes no more than so many from end to end. */
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

/** As many decimals as tell one tick from the next. */
export const decimalsOf = (step: number) => Math.max(0, -Math.floor(Math.log10(step) + almost));

/** As few digits as tell the ticks apart, of large ones in thousands, millions and so on. */
export const tickText = (step: number) => (value: number) => {
  if (step < 1000) return formatScore(value, decimalsOf(step));
  const unit = 1000 ** Math.floor(Math.log10(Math.max(1, Math.abs(value))) / 3 + almost);
  return formatCompact(value, decimalsOf(step / unit));
};

/** A name with no more letters than there is room for. */
export const shortened = (text: string, most: number): string => {
  const letters = [...text];
  if (letters.length <= most) return text;
  const kept = letters.slice(0, most - 1).join('');
  return `${kept.trimEnd()}…`;
};

/** Whether no two of the ticks read the same. */
export const areTold = (ticks: readonly number[], text: (tick: number) => string): boolean =>
  new Set(ticks.map(text)).size === ticks.length;

const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400];

/** As `roundStep`, in steps in which time is told. */
export const timeStep = ([low, high]: Ends): number =>
  timeSteps.find((step) => step * usual >= high - low) ?? roundStep([low, high]);

/** From the least to the most that is drawn of the series, their spreads and bands among it; null of nothing. */
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

/** Whether all that is drawn is counted, and nothing lies between one and two. */
export const areWhole = (rows: readonly ChartRow[], series: readonly Series[]): boolean =>
  rows.every((row) =>
    series.every(
      ({ key, spreadKey, band }) => !spreadKey && !band && Number.isInteger(amount(row, key) ?? 0),
    ),
  );

/** A single value gets room around it. */
export const widened = ([low, high]: Ends): Ends =>
  high > low ? [low, high] : [low - (Math.abs(low) || 1) / 10, high + (Math.abs(high) || 1) / 10];
