import { expect, test } from 'vitest';
import { actionOf, headerJson, oddValues } from '../src/index.ts';

const named = (name: string, count: number) => ({
  fields: Object.fromEntries(
    [...Array(count).keys()].map((at) => [`${name}${at}`, { range: 'reject' as const }]),
  ),
});
const issuesOf = (value: unknown) => oddValues.safeParse(value).error?.issues ?? [];

test('what is sent in a header is bounded as it is written there', () => {
  const hindi = named('ग्राहक की आयु '.repeat(8), 100);
  expect(headerJson(hindi)).toMatch(/^[ -~]+$/);
  expect(JSON.parse(headerJson(hindi))).toEqual(hindi);
  expect(JSON.stringify(hindi).length).toBeLessThan(32_000);
  expect(issuesOf(hindi).map(({ message }) => message)).toEqual([
    'Rules are too long: use at most 32000 characters in total, where each non-ASCII character counts as six. Remove some fields.',
  ]);
  expect(issuesOf(named('a name of a field as they are '.repeat(4), 100))).toEqual([]);
});

test('what is wrong with the whole is said of the whole', () => {
  expect(issuesOf(named('f', 501))).toMatchObject([
    { path: [], message: 'Set rules for at most 500 fields' },
  ]);
  expect(issuesOf(named('f', 500))).toEqual([]);
});

test.each([
  ['lenient', 'age', 'range', 'reject'],
  ['lenient', 'age', 'unseen', 'impute'],
  ['lenient', 'city', 'range', 'ignore'],
  ['strict', 'city', 'unseen', 'impute'],
  ['strict', 'city', 'missing', 'reject'],
  ['lenient', 'city', 'missing', 'warn'],
  ['lenient', null, 'range', 'ignore'],
  ['strict', null, 'null', null],
] as const)('a %s API does with %s of %s what is said first', (inputPolicy, name, unexpectedCase, action) => {
  const settings = {
    default: { range: 'ignore', unseen: 'impute' },
    fields: { age: { range: 'reject' } },
  } as const;
  expect(actionOf({ inputPolicy, oddValues: settings }, unexpectedCase, name)).toBe(action);
});
