import { usePreferences } from '../session/preferences.ts';

const dayMs = 24 * 3_600_000;

/** How far the clocks of a zone are ahead of UTC at a moment. */
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
  // Where clocks change in between, that moment's own offset counts.
  return utcMidnight - offsetAt(near, timezone);
}

/** The first moment of a day (as a date input gives it) in the zone that dates are shown in. */
export const startOfDay = (day: string): Date => new Date(midnight(Date.parse(`${day}T00:00:00Z`)));
export const endOfDay = (day: string): Date => new Date(midnight(Date.parse(`${day}T00:00:00Z`) + dayMs) - 1);

const isDay = (day: string | undefined): day is string =>
  day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** What a list is asked for from the first to the last day; what in an address is no day is left out. */
export const momentsOf = ({ from, to }: Days): { from?: string; to?: string } => ({
  ...(isDay(from) && { from: startOfDay(from).toISOString() }),
  ...(isDay(to) && { to: endOfDay(to).toISOString() }),
});
