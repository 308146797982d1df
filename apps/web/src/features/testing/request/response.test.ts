import { expect, test } from 'vitest';
import { fieldNotes, matchingResponse, ranked, readProblem } from './response.ts';
import type { Answer } from './send.ts';

const answer = (status: number, body: unknown): Answer => ({
  status,
  body,
  latencyMs: 3,
  headers: {},
  decision: null,
});

test('a response is valid for the same request and deployed model', () => {
  const of = (body: object) => ({
    request: { method: 'POST' as const, text: '{}' },
    answer: answer(200, body),
  });
  const answered = of({
    id: 'prd_1',
    model: { version: 'v1' },
    predictions: [{ prediction: 1 }],
    warnings: [],
  });
  expect(matchingResponse('{}', 1, answered)).toBe(answered.answer);
  expect(matchingResponse('{} ', 1, answered)).toBeUndefined();
  expect(matchingResponse('{}', 2, answered)).toBeUndefined();
  const refused = of({ error: { code: 'ROW_INVALID' } });
  expect(matchingResponse('{}', 2, refused)).toBe(refused.answer);
});

test('shows notes of the first row at its fields', () => {
  const refused = answer(422, {
    error: { code: 'ROW_INVALID' },
    message: 'Some rows do not match.',
    detail: 'Some rows do not match.',
    requestId: 'req_1',
    fields: [
      { field: 'age', message: 'must be a number', row: 0 },
      { field: 'job', message: 'is unknown', row: 1 },
    ],
  });
  expect(fieldNotes(refused)).toEqual({ age: { tone: 'error', message: 'must be a number' } });
  expect(readProblem(refused)?.fields).toHaveLength(2);
  const accepted = answer(200, {
    id: 'prd_1',
    model: { version: 'v1' },
    predictions: [{ prediction: 'yes' }],
    warnings: [{ row: 0, field: 'job', code: 'UNSEEN', message: 'not seen in training' }],
  });
  expect(fieldNotes(accepted)).toEqual({ job: { tone: 'warning', message: 'not seen in training' } });
});

test('a response of another shape has no notes', () => {
  expect(fieldNotes(answer(404, '<html>'))).toEqual({});
  expect(fieldNotes(undefined)).toEqual({});
});

test('the most likely class comes first', () => {
  expect(ranked({ no: 0.2, yes: 0.7, maybe: 0.1 }).map(([label]) => label)).toEqual(['yes', 'no', 'maybe']);
});
