import { expect, test } from 'vitest';
import { settingText } from './setting-text.ts';

test.each([
  ['auto', 'auto'],
  [0.2, '0.2'],
  [undefined, '–'],
  [[], '–'],
  [['id', 'note'], 'id, note'],
  [{ name: 'linear', alpha: 0.5 }, 'linear, alpha 0.5'],
  [{ filename: 'churn.onnx', sha256: 'ab', sizeBytes: 3 }, 'churn.onnx'],
])('%o reads %s', (value, text) => {
  expect(settingText(value)).toBe(text);
});
