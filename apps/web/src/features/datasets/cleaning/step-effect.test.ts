// @vitest-environment node
import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import { expect, test } from 'vitest';
import { effectOf } from './step-effect.ts';

const deduplicate: CleanStep = { op: 'deduplicate' };
const clip: CleanStep = { op: 'clip', column: 'age', low: 0, high: 9 };
const cast: CleanStep = { op: 'cast', column: 'km', to: 'number' };
const drop: CleanStep = { op: 'drop_column', column: 'id' };

const replaced: CleanStep = { op: 'replace', column: 'paid', values: ['y'], by: 'Yes' };

test('the effect of a step is the count of its finding', () => {
  const offers = [
    ['DUPLICATE_ROWS', deduplicate, 3],
    ['OUTLIERS', clip, 7],
    ['HIGH_CARDINALITY', drop, 120],
    ['MIXED_TYPES', cast, 4, 4],
    ['SHORT_FORMS', replaced, 5],
    ['PLACEHOLDERS', { ...replaced, by: null }, 6],
  ] as const;
  const found = offers.map(([code, fix, count, lost]) => ({
    ...{ code, fix, params: { count, ...(lost && { lost }) }, severity: 'warning' as const },
    ...{ column: null, message: '', rows: [], lines: [] },
  }));
  expect(effectOf(deduplicate, found)).toEqual({ rows: 3 });
  expect(effectOf(clip, found)).toEqual({ cells: 7 });
  expect(effectOf(drop, found)).toEqual({});
  expect(effectOf(cast, found)).toEqual({ emptied: 4 });
  expect(effectOf(replaced, found)).toEqual({ cells: 5 });
  expect(effectOf({ ...replaced, by: null }, found)).toEqual({ emptied: 6 });
  expect(effectOf({ ...clip, column: 'height' }, found)).toEqual({});
});
