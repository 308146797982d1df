import type { FieldSchema, Report } from '@rowcast/contracts';
import { expect, test } from 'vitest';
import { changesBetween } from '../../src/features/deployments/changes.ts';

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
const side = (...fields: FieldSchema[]): Pick<Report, 'target' | 'task' | 'labels' | 'fields'> => ({
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
      'The field "new" (number) is new: calls without it are answered or refused as the API\'s settings for odd values say.',
    ],
    ['field_added_required', 'The field "needed" (number) is new: calls without it are refused.'],
    [
      'field_removed',
      'The field "gone" is not read any more: calls with it are answered or refused as the API\'s settings for odd values say.',
    ],
  ]);
});
