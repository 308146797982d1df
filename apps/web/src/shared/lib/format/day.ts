import { usePreferences } from '../session/preferences.ts';

const dayMs = 24 * 3_600_000;

/** The UTC offset of a time zone at a given moment. */
function offsetAt(moment: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...(timeZone && { timeZone }),
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(moment);
  const of = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - moment;
}

function midnight(utcMidnight: number): number {
  const { timezone } = usePreferences.getState();
  const near = utcMidnight - offsetAt(utcMidnight, timezone);
  // If the clocks change in between, the offset of that moment applies.
  return utcMidnight - offsetAt(near, timezone);
}

/** The first moment of a day (in date-input format) in the display time zone. */
export const startOfDay = (day: string): Date => new Date(midnight(Date.parse(`${day}T00:00:00Z`)));
export const endOfDay = (day: string): Date => new Date(midnight(Date.parse(`${day}T00:00:00Z`) + dayMs) - 1);

const isDay = (day: string | undefined): day is string =>
  day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** List query parameters for a range of days. Invalid days in the URL are dropped. */
export const momentsOf = ({ from, to }: Days): { from?: string; to?: string } => ({
  ...(isDay(from) && { from: startOfDay(from).toISOString() }),
  ...(isDay(to) && { to: endOfDay(to).toISOString() }),
});
