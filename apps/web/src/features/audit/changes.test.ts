// @vitest-environment node
import { expect, test } from 'vitest';
import { changes } from './changes.ts';

test('lists only the changed nested settings by name', () => {
  const settings = { corsOrigins: '*', rateLimitRequests: 1000, costs: { low: { high: 9 } } };
  expect(
    changes({ settings }, { settings: { ...settings, corsOrigins: 'https://a.example', threshold: 0.3 } }),
  ).toEqual([
    { 'settings.corsOrigins': '*' },
    { 'settings.corsOrigins': 'https://a.example', 'settings.threshold': 0.3 },
  ]);
});

test('keeps plain values, lists, created and deleted values', () => {
  expect(changes({}, { name: 'Churn', roles: ['viewer'] })).toEqual([
    {},
    { name: 'Churn', roles: ['viewer'] },
  ]);
  expect(changes({ name: 'Churn', note: null }, {})).toEqual([{ name: 'Churn', note: null }, {}]);
  expect(changes({ name: 'a' }, { name: 'b' })).toEqual([{ name: 'a' }, { name: 'b' }]);
});
