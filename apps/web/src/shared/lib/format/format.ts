import i18next from 'i18next';
import { usePreferences } from '../session/preferences.ts';

const none = '–';
const language = () => i18next.resolvedLanguage ?? 'en';

type Amount = number | null | undefined;

function show(value: Amount, options: Intl.NumberFormatOptions): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return none;
  return new Intl.NumberFormat(language(), options).format(value);
}

export const formatInteger = (value: Amount) => show(value, { maximumFractionDigits: 0 });
export const formatNumber = (value: Amount, digits = 4) => show(value, { maximumSignificantDigits: digits });
/** Shows all reliable digits of a double, since a rounded value would differ from the one in use. */
export const formatExact = (value: Amount) => formatNumber(value, 15);
/** A model score, with a fixed number of decimals so that columns align. */
export const formatScore = (value: Amount, decimals = 3) =>
  // No minus sign before a value that rounds to zero.
  show(value, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
const toUnit = (digits: number): Intl.NumberFormatOptions => ({
  maximumSignificantDigits: digits,
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
});
/** Formats a number of any size with a number of significant digits, but at least to the unit. */
export const formatAmount = (value: Amount, digits: number) => show(value, toUnit(digits));
/** Formats without thousands separators. */
export const formatYear = (value: Amount, digits = 15) =>
  show(value, { ...toUnit(digits), useGrouping: false });
/**
 * A score in its metric. Scores in the target's units may have any size, so significant digits are used instead of
 * decimals.
 */
export const formatMetric = (value: Amount, metric: string | null) =>
  metric === 'rmse' || metric === 'mae' ? formatAmount(value, 4) : formatScore(value);
/** A change with its sign; no sign if it rounds to zero. */
export function formatChange(change: number, format: (size: number) => string): string {
  const size = format(Math.abs(change));
  if (size === format(0)) return size;
  return `${change > 0 ? '+' : '−'}${size}`;
}
export const formatPercent = (share: Amount, decimals = 1) =>
  show(share, { style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals });
/** A share of rows. Small shares are not rounded to 0 %, nor large ones to 100 %. */
export function formatShare(share: Amount): string {
  const toEnd = Math.min(share ?? 0, 1 - (share ?? 0));
  const isNear = toEnd > 0 && toEnd < 0.01;
  return formatPercent(share, isNear ? Math.max(2, Math.ceil(-Math.log10(toEnd)) - 2) : 1);
}
/** For values close to zero: 6.5E-9. */
export const formatScientific = (value: Amount) =>
  show(value, { notation: 'scientific', maximumFractionDigits: 1 });
export const formatCompact = (value: Amount, decimals = 1) =>
  show(value, { notation: 'compact', maximumFractionDigits: decimals });
/** One decimal below ten, otherwise the given number of digits. */
export const formatMilliseconds = (value: Amount, digits?: number) =>
  show(value, {
    style: 'unit',
    unit: 'millisecond',
    ...(digits
      ? { maximumSignificantDigits: digits }
      : { maximumFractionDigits: value !== null && value !== undefined && value < 10 ? 1 : 0 }),
  });
export const formatRupees = (value: Amount) =>
  show(value, { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
/** An amount of money. Small amounts have their minor unit. */
export const formatMoney = (value: Amount, currency: string) =>
  show(value, {
    style: 'currency',
    currency,
    ...(Math.abs(value ?? 0) >= 100 ? { maximumFractionDigits: 0 } : {}),
  });

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatBytes(bytes: Amount): string {
  if (bytes === null || bytes === undefined) return none;
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return show(bytes / 1000 ** power, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    maximumFractionDigits: power > 1 ? 1 : 0,
  });
}

export function formatDuration(seconds: Amount): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return none;
  const unit = (value: number, name: 'second' | 'minute' | 'hour', digits = 0) =>
    show(value, { style: 'unit', unit: name, unitDisplay: 'narrow', maximumFractionDigits: digits });
  if (seconds < 10) return unit(seconds, 'second', 1);
  const whole = Math.round(seconds);
  if (whole < 60) return unit(whole, 'second');
  const [size, large, small] =
    whole < 3600 ? ([60, 'minute', 'second'] as const) : ([3600, 'hour', 'minute'] as const);
  const rest = Math.floor((whole % size) / (size / 60));
  const most = unit(Math.floor(whole / size), large);
  return rest === 0 ? most : `${most} ${unit(rest, small)}`;
}

type Moment = string | null | undefined;

/** Uses the chosen language and time zone, as for every date of the console. */
function showDate(iso: Moment, options: Intl.DateTimeFormatOptions): string {
  if (!iso) return none;
  const { timezone: timeZone } = usePreferences.getState();
  return new Intl.DateTimeFormat(language(), { ...(timeZone && { timeZone }), ...options }).format(
    new Date(iso),
  );
}

export const formatDate = (iso: Moment) => showDate(iso, { dateStyle: 'medium' });
export const formatDateTime = (iso: Moment) => showDate(iso, { dateStyle: 'medium', timeStyle: 'short' });
/** With seconds, for frequent events. */
export const formatTime = (iso: Moment) => showDate(iso, { dateStyle: 'short', timeStyle: 'medium' });
/** A UTC hour, which starts at half past in some time zones. */
export const formatHour = (iso: Moment) =>
  showDate(iso, {
    hour: 'numeric',
    ...(/[1-9]/.test(showDate(iso, { minute: 'numeric' })) && { minute: '2-digit' }),
  });
/** A day, such as 2027-01-31. It has no time zone, so no conversion may shift it. */
export const formatDay = (day: Moment) => showDate(day, { dateStyle: 'medium', timeZone: 'UTC' });
const momentOf = (secondsSince1970: number) => new Date(secondsSince1970 * 1000).toISOString();
/** A date from a table. */
export const formatDataDate = (secondsSince1970: number) => formatDay(momentOf(secondsSince1970));
export const formatDataTime = (secondsSince1970: number) =>
  showDate(momentOf(secondsSince1970), { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "3 minutes ago", in the chosen language. */
export function formatRelative(iso: string | null | undefined, now = Date.now()): string {
  if (!iso) return none;
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(Math.abs(seconds) < 10 ? 0 : seconds, 'second');
}
