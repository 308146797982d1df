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
/** With as many digits as a double surely holds: a rounded number would be another than the one that is used. */
export const formatExact = (value: Amount) => formatNumber(value, 15);
/** A model score: always the same number of decimals, so that columns compare at a glance. */
export const formatScore = (value: Amount, decimals = 3) =>
  // No sign before a zero that only rounding made.
  show(value, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
const toTheUnit = (digits: number): Intl.NumberFormatOptions => ({
  maximumSignificantDigits: digits,
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
});
/** A number of any size: so many digits, and more where it takes more to say it to the unit. */
export const formatAmount = (value: Amount, digits: number) => show(value, toTheUnit(digits));
/** The same without signs between thousands. */
export const formatYear = (value: Amount, digits = 15) =>
  show(value, { ...toTheUnit(digits), useGrouping: false });
/** A score in its metric: one in the target's units may have any size, so its digits are counted and not its decimals. */
export const formatMetric = (value: Amount, metric: string | null) =>
  metric === 'rmse' || metric === 'mae' ? formatAmount(value, 4) : formatScore(value);
/** A change with its sign, which one that only rounding hides has not. */
export function formatChange(change: number, format: (size: number) => string): string {
  const size = format(Math.abs(change));
  if (size === format(0)) return size;
  return `${change > 0 ? '+' : '−'}${size}`;
}
export const formatPercent = (share: Amount, decimals = 1) =>
  show(share, { style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals });
/** A share of rows: few are not shown as none, and nearly all not as all. */
export function formatShare(share: Amount): string {
  const toEnd = Math.min(share ?? 0, 1 - (share ?? 0));
  const isNear = toEnd > 0 && toEnd < 0.01;
  return formatPercent(share, isNear ? Math.max(2, Math.ceil(-Math.log10(toEnd)) - 2) : 1);
}
/** For what is next to nothing: 6.5E-9. */
export const formatScientific = (value: Amount) =>
  show(value, { notation: 'scientific', maximumFractionDigits: 1 });
export const formatCompact = (value: Amount, decimals = 1) =>
  show(value, { notation: 'compact', maximumFractionDigits: decimals });
/** To the tenth below ten, or to so many digits. */
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

/** 0.4 s, 12 s, 3 min 20 s, 2 h 5 min, 1 h. */
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

/** In the chosen language and time zone, as every date of the console. */
function showDate(iso: Moment, options: Intl.DateTimeFormatOptions): string {
  if (!iso) return none;
  const { timezone: timeZone } = usePreferences.getState();
  return new Intl.DateTimeFormat(language(), { ...(timeZone && { timeZone }), ...options }).format(
    new Date(iso),
  );
}

export const formatDate = (iso: Moment) => showDate(iso, { dateStyle: 'medium' });
export const formatDateTime = (iso: Moment) => showDate(iso, { dateStyle: 'medium', timeStyle: 'short' });
/** To the second, for things that come many a minute. */
export const formatTime = (iso: Moment) => showDate(iso, { dateStyle: 'short', timeStyle: 'medium' });
/** Of an hour of UTC, which begins at half past in some time zones. */
export const formatHour = (iso: Moment) =>
  showDate(iso, {
    hour: 'numeric',
    ...(/[1-9]/.test(showDate(iso, { minute: 'numeric' })) && { minute: '2-digit' }),
  });
/** A day, such as 2027-01-31: it has no time zone, so none may move it to another day. */
export const formatDay = (day: Moment) => showDate(day, { dateStyle: 'medium', timeZone: 'UTC' });
const momentOf = (secondsSince1970: number) => new Date(secondsSince1970 * 1000).toISOString();
/** A date that stands in a table. */
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
