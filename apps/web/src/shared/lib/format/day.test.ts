import { afterEach, expect, it } from 'vitest';
import { usePreferences } from '../session/preferences.ts';
import { endOfDay, momentsOf, startOfDay } from './day.ts';

afterEach(() => usePreferences.setState({ timezone: undefined }));

it.each([
  ['UTC', '2026-03-04', '2026-03-04T00:00:00.000Z', '2026-03-04T23:59:59.999Z'],
  ['Asia/Kolkata', '2026-03-04', '2026-03-03T18:30:00.000Z', '2026-03-04T18:29:59.999Z'],
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
])('in %s, %s lasts from %s to %s', (timezone, day, start, end) => {
  usePreferences.setState({ timezone });
  expect([startOfDay(day).toISOString(), endOfDay(day).toISOString()]).toEqual([start, end]);
});

it('requests whole days and drops invalid ones', () => {
  usePreferences.setState({ timezone: 'UTC' });
  expect(momentsOf({ from: '2026-03-04', to: '2026-03-05' })).toEqual({
    from: '2026-03-04T00:00:00.000Z',
    to: '2026-03-05T23:59:59.999Z',
  });
  expect(momentsOf({ from: '', to: '2026-13-45' })).toEqual({});
  expect(momentsOf({ from: 'yesterday' })).toEqual({});
});
