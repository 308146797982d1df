import { expect, test } from 'vitest';
import { apiNameOf, freeName } from '../src/domain/apis/api-name.ts';
import { createApiForm } from '../src/http/apis/apis.ts';

test.each([
  ['monthly_charge', 'Monthly charge'],
  ['monthlyCharge', 'Monthly charge'],
  ['CHURNED', 'Churned'],
  ['MSRP', 'MSRP'],
  ['Ist gekündigt', 'Ist gekündigt'],
  ['y', 'Y customers'],
  ['价格', '价格 customers'],
  ['\u202e__', 'customers'],
  ['x'.repeat(300), `X${'x'.repeat(99)}`],
])('names the API of the target %s as %s', (target, name) => {
  expect(apiNameOf(target, 'customers')).toBe(name);
  expect(createApiForm.safeParse({ name }).success).toBe(true);
});

test('adds the first free number to a name that is taken', () => {
  expect(freeName('Price', ['Price list'])).toBe('Price');
  expect(freeName('Price', ['price', 'Price 2', 'Price 4'])).toBe('Price 3');
});
