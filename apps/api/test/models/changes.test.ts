import { type ApiSettings, defaultApiSettings, type FieldSchema, type Report } from '@rowcast/contracts';
import { describe, expect, test } from 'vitest';
import { changesBetween, changesFor } from '../../src/features/deployments/contract-changes.ts';

const field = (name: string, required: boolean): FieldSchema => ({
  name,
  kind: 'number',
  required,
  nullable: !required,
  integer: false,
  min: 0,
  max: 10,
  categories: [],
  categoryCount: 0,
  example: 4,
});
type Side = Pick<Report, 'target' | 'task' | 'labels' | 'fields'>;
const side = (...fields: FieldSchema[]): Side => ({
  target: 'income',
  task: 'regression',
  labels: [],
  fields,
});

test('what becomes of calls without a new field, or with one that is gone, is for the settings to say', () => {
  const before = side(field('age', true), field('gone', true));
  const after = side(field('age', true), field('new', false), field('needed', true));
  expect(changesBetween(before, after).map(({ kind, message }) => [kind, message])).toEqual([
    [
      'field_added',
      'The field "new" (number) is new: calls without it follow the API\'s rules for unexpected values.',
    ],
    ['field_added_required', 'The field "needed" (number) is new: calls without it are rejected.'],
    [
      'field_removed',
      'The field "gone" is no longer used: calls with it follow the API\'s rules for unexpected values.',
    ],
  ]);
});

describe('settings that the live model has no use for either', () => {
  const kindsOf = (settings: Partial<ApiSettings>, ...[before, after]: [Side | null, Side]) =>
    changesFor({ ...defaultApiSettings, ...settings }, before, after)
      .filter(({ kind }) => kind === 'decision_left_out' || kind === 'odd_values_passed_over')
      .map(({ kind, before: names }) => [kind, names]);
  const classes = (...labels: string[]): Side => ({ ...side(), task: 'multiclass', labels });

  test('are no news, however many classes each has', () => {
    const [three, four] = [classes('a', 'b', 'c'), classes('a', 'b', 'c', 'd')];
    const news = [['decision_left_out', null]];
    expect(kindsOf({ threshold: 0.3 }, three, four)).toEqual([]);
    expect(kindsOf({ threshold: 0.3 }, side(), four)).toEqual([]);
    expect(kindsOf({ threshold: 0.3 }, null, four)).toEqual(news);
    expect(kindsOf({ threshold: 0.3 }, { ...classes('a', 'b'), task: 'binary' }, four)).toEqual(news);
  });

  test('of which some classes are not named are news, with how many', () => {
    const settings = { ...defaultApiSettings, costs: { No: { Yes: 9 }, y: { No: 2 } } };
    const [two, many] = [classes('No', 'Yes', 'y'), classes('NO ', 'No', 'YES ', 'Yes', 'maybe', 'y')];
    const said = (...[before, after]: [Side | null, Side]) =>
      changesFor(settings, before, after).filter(({ kind }) => kind === 'costs_incomplete');
    expect(said(two, many)).toEqual([
      {
        kind: 'costs_incomplete',
        field: null,
        before: 'NO , YES , maybe',
        after: '3 / 6',
        message: expect.stringContaining("do not cover 3 of the model's 6 classes (NO , YES , maybe)"),
      },
    ]);
    expect(said(null, many)).toHaveLength(1);
    expect(said(many, many)).toEqual([]);
    expect(said(many, two)).toEqual([]);
    expect(said(two, classes('No', 'maybe'))).toEqual([]);
  });

  test('as a threshold for another class are news', () => {
    const settings = { ...defaultApiSettings, threshold: 0.3 };
    const binary = (...labels: string[]): Side => ({ ...classes(...labels), task: 'binary' });
    const said = (...[before, after]: [Side | null, Side]) =>
      changesFor(settings, before, after).filter(({ kind }) => kind === 'threshold_moved');
    expect(said(binary('No', 'Yes'), binary('No', 'maybe'))).toMatchObject([
      { before: 'Yes', after: 'maybe' },
    ]);
    expect(said(binary('No', 'Yes'), binary('Never', 'Yes'))).toEqual([]);
    expect(said(classes('a', 'b', 'c'), binary('No', 'Yes'))).toEqual([]);
  });

  test('are no news of the fields that it does not read', () => {
    const reject = { range: 'reject' } as const;
    const settings = { oddValues: { fields: { age: reject, gone: reject, never: reject } } };
    const [both, one] = [side(field('age', true), field('gone', true)), side(field('age', true))];
    expect(kindsOf(settings, both, one)).toEqual([['odd_values_passed_over', 'gone']]);
    expect(kindsOf(settings, one, one)).toEqual([]);
    const many = Object.fromEntries([...'abcdefg'].map((name) => [name, reject]));
    expect(kindsOf({ oddValues: { fields: many } }, null, one)).toEqual([
      ['odd_values_passed_over', 'a, b, c, d, e, …'],
    ]);
    expect(kindsOf(settings, null, one)).toEqual([['odd_values_passed_over', 'gone, never']]);
  });
});
