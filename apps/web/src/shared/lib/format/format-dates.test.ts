import { afterEach, expect, test } from 'vitest';
import { setTimezone } from '../session/preferences.ts';
import { formatDataDate, formatDate, formatDateTime, formatHour, formatTime } from './format.ts';

const nearMidnight = '2026-01-31T20:15:00.000Z';

afterEach(() => setTimezone('UTC'));

test.each([
  ['UTC', 'Jan 31, 2026', /8:15/],
  ['Asia/Kolkata', 'Feb 1, 2026', /1:45/],
  ['America/New_York', 'Jan 31, 2026', /3:15/],
] as const)('in %s, the moment is on %s', (zone, day, time) => {
  setTimezone(zone);
  expect(formatDate(nearMidnight)).toBe(day);
  expect(formatDateTime(nearMidnight)).toMatch(time);
  expect(formatTime(nearMidnight)).toMatch(time);
});

test('chart hours are in the chosen time zone', () => {
  setTimezone('America/New_York');
  expect(formatHour('2026-01-31T20:00:00.000Z')).toMatch(/^3\sPM$/);
  setTimezone('Asia/Kolkata');
  expect(formatHour('2026-01-31T20:00:00.000Z')).toMatch(/^1:30\sAM$/);
});

test('a date of a table is the same in every time zone', () => {
  const secondsSince1970 = Date.UTC(2026, 0, 31) / 1000;
  for (const zone of ['UTC', 'Asia/Kolkata', 'America/New_York'] as const) {
    setTimezone(zone);
    expect(formatDataDate(secondsSince1970)).toBe('Jan 31, 2026');
  }
});
