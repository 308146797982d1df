import { expect, test } from 'vitest';
import { countWarnings } from '../../src/features/logs/warnings.ts';

const warning = { row: 0, field: 'city', code: 'UNSEEN_CATEGORY', message: 'Says "warnings":[{} of [it]' };
const answer = (warnings: object[], prediction: unknown = 'low') =>
  JSON.stringify({ id: 'prd_1', model: { version: 'v1' }, predictions: [{ prediction }], warnings });
/** As services/automl writes it: serve/open_inference.py. */
const inferred = (warnings: object[]) =>
  JSON.stringify({
    ...{ model_name: 'api_1', model_version: '1' },
    ...(warnings.length > 0 && { parameters: { warnings: JSON.stringify(warnings) } }),
    outputs: [{ name: 'prediction', datatype: 'BYTES', shape: [1], data: ['"parameters":{"warnings":"[{'] }],
  });

test.each([
  ['an answer that was not kept', null, null],
  ['an answer without any', answer([]), 0],
  ['an answer with some', answer([warning, { ...warning, row: 1 }]), 2],
  ['a class that is called so', answer([], '"warnings":[{"row":0}]'), 0],
  [
    'lines',
    '{"row":0,"prediction":1}\n{"row":1,"prediction":2,"warnings":[{"field":"a"},{"field":"b"}]}\n',
    2,
  ],
  ['an answer that was cut off', answer([warning]).slice(0, -3), 0],
  ['CSV, which has no place for them', 'prediction\n1\n', null],
  ['an answer of the Open Inference Protocol', inferred([warning, { ...warning, row: 1 }]), 2],
  ['one without any', inferred([]), 0],
  ['a refusal', '{"code":"ROW_INVALID","error":"Row 0: …","fields":[]}', 0],
])('%s', (_name, response, count) => {
  expect(countWarnings(response)).toBe(count);
});
