import { expect, test } from 'vitest';
import { answerForm, streamForms, wholeForms } from '../../src/predict/http/response-format.ts';

test.each([
  ['', ''],
  ['*/*', ''],
  ['text/csv', 'text/csv'],
  ['application/jsonl', 'application/x-ndjson'],
  ['text/csv;q=0.5, application/json', 'application/json'],
  ['application/json;q=0.2, text/csv;q=0.9', 'text/csv'],
  ['*/*;q=0.1, text/csv', 'text/csv'],
  ['text/html, application/xhtml+xml, */*;q=0.8', ''],
  ['application/x-ndjson, application/json', 'application/x-ndjson'],
  ['application/json, application/x-ndjson', 'application/json'],
  ['text/*', 'text/csv'],
  ['application/json;q=0, */*', 'application/x-ndjson'],
  ['TEXT/CSV; charset=utf-8', 'text/csv'],
  ['text/csv;q=much', 'text/csv'],
])('an answer to %j has the form %j', (accept, form) => {
  expect(answerForm(accept, wholeForms)).toBe(form);
});

test.each(['text/html', 'application/xml, image/*', 'text/csv;q=0', '*/*;q=0'])(
  '%j can not be answered',
  (accept) => {
    for (const forms of [wholeForms, streamForms])
      expect(() => answerForm(accept, forms)).toThrow(expect.objectContaining({ code: 'NOT_ACCEPTABLE' }));
  },
);
