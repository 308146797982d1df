// @vitest-environment node
import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { expect, test } from 'vitest';
import { exampleBody, readBody, setCells, setOption } from './request-body.ts';

const field = (name: string, example: FieldSchema['example']): FieldSchema => ({
  name,
  kind: 'number',
  required: false,
  nullable: true,
  integer: false,
  min: null,
  max: null,
  categories: [],
  categoryCount: 0,
  example,
});

test('the example request has every field of the model', () => {
  const text = exampleBody([field('age', 37), field('job', null)]);
  expect(JSON.parse(text)).toEqual({ instances: [{ age: 37, job: null }] });
});

test('a bare object is one row and stays bare', () => {
  expect(readBody('{"age": 1}')).toMatchObject({ ok: true, rows: [{ age: 1 }], wrapped: false });
  expect(JSON.parse(setCells('{"age": 1}', { age: 2 }))).toEqual({ age: 2 });
});

test('the form changes the first row only and keeps unknown fields', () => {
  const text = '{"instances": [{"age": 1, "extra": true}, {"age": 5}]}';
  expect(JSON.parse(setCells(text, { age: null }))).toEqual({
    instances: [{ age: null, extra: true }, { age: 5 }],
  });
});

test.each([
  ['{"age": ', 'syntax'],
  ['[{"age": 1}]', 'bare'],
  ['"text"', 'shape'],
  ['{"instances": []}', 'shape'],
  ['{"instances": {"age": 1}}', 'notListed'],
  ['{"instances": [{"age": 1}, 1]}', 'notObject'],
])("%s can't be sent", (text, problem) => {
  expect(readBody(text)).toMatchObject({ ok: false, problem });
});

test('reports the first row that is not an object', () => {
  expect(readBody('{"instances": [{"age": 1}, {"age": 2}, 1, 2]}')).toMatchObject({ row: 2 });
});

test('the form never overwrites unreadable text', () => {
  expect(setCells('{"age": ', { age: 3 })).toBe('{"age": ');
});

test('an option wraps a bare row; removing the last unsets options', () => {
  const asked = setOption('{"age": 1, "options": "a field"}', 'explain', true);
  expect(JSON.parse(asked)).toEqual({
    instances: [{ age: 1, options: 'a field' }],
    options: { explain: true },
  });
  expect(JSON.parse(setOption(asked, 'explain', undefined))).toEqual({
    instances: [{ age: 1, options: 'a field' }],
  });
});
