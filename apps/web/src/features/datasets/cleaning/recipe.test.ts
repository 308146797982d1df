import { type CleanStep, cleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { startWords } from '../../../../test/render.tsx';
import { emptyStep, fixText, operations, type StepFormInput, stepForm, stepText, toStep } from './recipe.ts';

beforeAll(() => startWords('datasets'));

const filled: StepFormInput = {
  ...emptyStep,
  ...{ column: 'price', value: '7', low: '-1.5', high: '', others: 'y' },
};

test.each(operations)('the form makes a step of the contract for %s', (op) => {
  const step = toStep({ ...filled, op, strategy: 'value', condition: 'equals' });
  expect(cleanStep.parse(step)).toEqual(step);
});

test('a step contains only the fields of its kind', () => {
  expect(toStep({ ...filled, op: 'drop_column' })).toEqual({ op: 'drop_column', column: 'price' });
  expect(toStep({ ...filled, op: 'impute', strategy: 'median' })).not.toHaveProperty('value');
  expect(toStep({ ...filled, op: 'clip' })).toMatchObject({ low: -1.5, high: null });
  expect(toStep({ ...filled, op: 'parse_dates', formats: '%d/%m/%Y ; %Y-%m-%d' })).toMatchObject({
    formats: ['%d/%m/%Y', '%Y-%m-%d'],
  });
});

test('validates bounds only for the clip step', () => {
  const typed = { ...filled, low: 'ten' };
  expect(stepForm().safeParse({ ...typed, op: 'clip' }).success).toBe(false);
  expect(stepForm().safeParse({ ...typed, op: 'trim' }).success).toBe(true);
});

const lines = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`).join('\n');

test.each([
  [{ column: '' }, 'column', 'Choose a column'],
  [{ op: 'clip', low: '' }, 'low', 'Enter a minimum, a maximum or both'],
  [{ op: 'clip', low: 'many' }, 'low', 'Enter a number, such as 12.5'],
  [{ op: 'replace', others: ' \n' }, 'others', 'Choose or enter at least one value'],
  [{ op: 'replace', others: lines(200) }, 'others', undefined],
  [{ op: 'replace', others: lines(201) }, 'others', 'Choose or enter at most 200 values'],
  [{ op: 'impute', strategy: 'value', value: '' }, 'value', 'Enter a value'],
  [{ op: 'filter_rows', condition: 'above', value: '' }, 'value', 'Enter a value'],
  [{ op: 'parse_dates', formats: 'day;month' }, 'formats', undefined],
  [
    { op: 'parse_dates', formats: '' },
    'formats',
    'Enter date formats such as %d/%m/%Y, separated by semicolons',
  ],
] as const)('rejects %o at its field', (part, path, message) => {
  const checked = stepForm().safeParse({ ...filled, ...part });
  const found = checked.error?.issues.find((issue) => issue.path[0] === path)?.message;
  expect(found).toBe(message);
});

test.each([
  [{ op: 'impute', strategy: 'value', value: '12.5' }, undefined],
  [{ op: 'impute', strategy: 'value', value: 'cheap' }, 'Enter a number, such as 12.5'],
  [{ op: 'replace', value: 'cheap' }, 'Enter a number, such as 12.5'],
  [{ op: 'replace', value: '' }, undefined],
  [{ op: 'trim', value: 'cheap' }, undefined],
  [{ op: 'filter_rows', condition: 'above', column: 'day', value: '2026-01-31 23:59' }, undefined],
  [
    { op: 'filter_rows', condition: 'above', column: 'day', value: '31.01.2026' },
    'Enter a date such as 2026-01-31 or 2026-01-31 23:59',
  ],
  [{ op: 'filter_rows', condition: 'equals', column: 'city', value: 'Goa' }, undefined],
] as const)('validates a value by its column type: %o', (part, message) => {
  const columns = [
    { name: 'price', type: 'number' },
    { name: 'day', type: 'datetime' },
    { name: 'city', type: 'category' },
  ] as const;
  const checked = stepForm(columns).safeParse({ ...filled, ...part });
  expect(checked.error?.issues.map((issue) => issue.message)[0]).toBe(message);
});

test('the duplicates step needs no column', () => {
  expect(stepForm().safeParse({ ...emptyStep, op: 'deduplicate' }).success).toBe(true);
});

test('describes a step in the chosen language with literal cell values', async () => {
  const step: CleanStep = { op: 'filter_rows', column: '<b>', condition: 'equals', value: 'a & b' };
  await setLanguage('en');
  expect(stepText(i18next.getFixedT('en', 'datasets'), step)).toBe('Remove rows where <b> is "a & b"');
  await setLanguage('de');
  const t = i18next.getFixedT('de', 'datasets');
  expect(stepText(t, step)).toContain('„a & b“');
  expect(stepText(t, { op: 'cast', column: 'zip', to: 'ordinal' })).toBe(
    'Typ von zip in Geordnete Kategorie ändern',
  );
  expect(stepText(t, { op: 'replace', column: 'zip', values: ['x', ' y'], by: 'z' })).toBe(
    '„x“, „ y“ in zip durch „z“ ersetzen',
  );
});

test('orders levels of an ordered category only', async () => {
  const ordered = {
    ...filled,
    op: 'cast' as const,
    to: 'ordinal' as const,
    levels: ['small', 'mid', 'large'],
  };
  const step = toStep(ordered);
  expect(cleanStep.parse(step)).toEqual({
    ...{ op: 'cast', column: 'price', to: 'ordinal', levels: ['small', 'mid', 'large'] },
  });
  expect(toStep({ ...ordered, to: 'text' })).toEqual({ op: 'cast', column: 'price', to: 'text' });
  expect(toStep({ ...ordered, levels: [] })).toEqual({ op: 'cast', column: 'price', to: 'ordinal' });
  await setLanguage('en');
  const t = i18next.getFixedT('en', 'datasets');
  expect(stepText(t, step)).toBe('Change the type of price to Ordered category: small < mid < large');
  const many = Array.from({ length: 12 }, (_, place) => `v${place}`);
  expect(stepText(t, { op: 'cast', column: 'x', to: 'ordinal', levels: many })).toMatch(/ v8 < … < v11$/);
});

test('excludes the chosen columns from the comparison of rows', () => {
  const step = toStep({ ...emptyStep, op: 'deduplicate', ignoring: ['id', 'key'] });
  expect(cleanStep.parse(step)).toEqual({ op: 'deduplicate', ignoring: ['id', 'key'] });
});

test('a step with several values lists the first', async () => {
  await setLanguage('en');
  const t = i18next.getFixedT('en', 'datasets');
  const step: CleanStep = { op: 'filter_rows', column: 'y', condition: 'any_of', values: ['a', 'b'] };
  expect(stepText(t, cleanStep.parse(step))).toBe('Remove rows where y is one of "a", "b"');
  const many = stepText(t, { ...step, values: Array.from({ length: 11 }, (_, place) => `v${place}`) });
  expect(many).toMatch(/"v9", …$/);
});

test('replaces chosen and typed values by one, or by blank', async () => {
  await setLanguage('en');
  const t = i18next.getFixedT('en', 'datasets');
  const chosen = {
    ...filled,
    op: 'replace' as const,
    values: ['Y', 'y'],
    others: ' y.\n\ny\n',
    value: 'Yes',
  };
  const step = toStep(chosen);
  expect(step).toEqual({ op: 'replace', column: 'price', values: ['Y', 'y', ' y.'], by: 'Yes' });
  expect(stepText(t, step)).toBe('Replace "Y", "y", " y." in price with "Yes"');
  const emptied = toStep({ ...chosen, values: [], others: 'N/K', value: ' ' });
  expect(emptied).toEqual({ op: 'replace', column: 'price', values: ['N/K'], by: null });
  expect(stepText(t, emptied)).toBe('Replace "N/K" in price with blank');
});

test.each([
  [1, 9, 'Limit age to the range 1 to 9'],
  [1, null, 'Raise age to at least 1'],
  [null, 9, 'Lower age to at most 9'],
])('describes a range of %s to %s as "%s"', async (low, high, expected) => {
  await setLanguage('en');
  const step: CleanStep = { op: 'clip', column: 'age', low, high };
  expect(stepText(i18next.getFixedT('en', 'datasets'), step)).toBe(expected);
});

test.each([
  ['en', /DD\/MM\/YYYY; Mon DD, YYYY hh:mm; Month YYYY$/],
  ['es', /DD\/MM\/YYYY; mes abrev\. DD, YYYY hh:mm; mes YYYY$/],
] as const)('in %s, shows readable date formats', async (language, expected) => {
  await setLanguage(language);
  const formats = ['%d/%m/%Y', '%b %d, %Y %H:%M', '%B %Y'];
  const step: CleanStep = { op: 'parse_dates', column: 'day', formats };
  expect(stepText(i18next.getFixedT(language, 'datasets'), step)).toMatch(expected);
});

test('describes numeric codes and lists the first rows of many', async () => {
  await setLanguage('en');
  const t = i18next.getFixedT('en', 'datasets');
  expect(fixText(t, { op: 'cast', column: 'zip', to: 'category' })).toBe('Change to category');
  expect(fixText(t, { op: 'cast', column: 'zip', to: 'number' })).toBe('Change type');
  const rows = Array.from({ length: 30 }, (_, place) => place + 1);
  expect(stepText(t, { op: 'drop_rows', rows })).toMatch(/19, 20, …$/);
  expect(stepText(t, { op: 'drop_rows', rows: [7, 9] })).toMatch(/7, 9$/);
});
