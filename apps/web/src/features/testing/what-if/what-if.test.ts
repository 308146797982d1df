import { expect, test } from 'vitest';
import { changedFields, classChanges, sliderStep } from './what-if.ts';

test('a slider moves in round steps, and whole ones for integers', () => {
  expect(sliderStep({ integer: false, min: 0, max: 1 })).toBeCloseTo(0.01);
  expect(sliderStep({ integer: false, min: 9.7, max: 39.3 })).toBeCloseTo(0.1);
  expect(sliderStep({ integer: true, min: 17, max: 90 })).toBe(1);
  expect(sliderStep({ integer: true, min: 0, max: 60_000 })).toBe(100);
  expect(sliderStep({ integer: false, min: 3, max: 3 })).toBe(1);
});

test('lists the likely classes of both rows, the currently most likely first', () => {
  const changes = classChanges(
    { prediction: 'a', probabilities: { a: 0.7, b: 0.2, c: 0.1, d: 0 } },
    { prediction: 'b', probabilities: { a: 0.1, b: 0.8, c: 0.06, d: 0.04 } },
    2,
  );
  expect(changes).toEqual([
    { label: 'b', before: 0.2, after: 0.8 },
    { label: 'a', before: 0.7, after: 0.1 },
  ]);
});

test('only fields with another value count as changed', () => {
  const field = {
    kind: 'number' as const,
    required: true,
    nullable: false,
    integer: false,
    min: 0,
    max: 1,
    categories: [],
    categoryCount: 0,
    example: 0,
  };
  const fields = ['age', 'job'].map((name) => ({ ...field, name }));
  expect(changedFields(fields, { age: 1, job: 2 }, { age: 1, job: 3 })).toEqual(['job']);
});
