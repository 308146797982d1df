import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { compile } from '../../../src/predict/in-process/graph/compile.ts';
import { readOnnx } from '../../../src/predict/in-process/graph/onnx.ts';
import { NotRunnable } from '../../../src/predict/in-process/graph/program.ts';
import { Place } from '../../../src/predict/in-process/graph/tensor.ts';
import { python } from '../../pipeline/programs.ts';

interface Case {
  name: string;
  model: string;
  runs: { rows: number; numbers: (number | string)[]; texts: string[]; answer: (number | string)[] }[];
}

const words: Record<string, number> = { inf: Infinity, '-inf': -Infinity };
const numbersOf = (given: readonly (number | string)[]) =>
  given.map((value) => (typeof value === 'number' ? value : (words[value] ?? Number.NaN)));

const script = fileURLToPath(new URL('./graphs.py', import.meta.url));
const { stdout } = await promisify(execFile)(python, [script], { maxBuffer: 10_000_000 });
const cases = stdout
  .trim()
  .split('\n')
  .map((line): Case => JSON.parse(line));

/** The answers of all runs, each with other numbers in the places of the one before, then of all of them again. */
function answersOf({ model, runs }: Case): number[][] {
  const { run } = compile(readOnnx(Buffer.from(model, 'base64')));
  const place = new Place('float32');
  return [...runs, ...runs].map(({ rows, numbers, texts }) => {
    const input = place.of([rows, numbers.length / rows]);
    input.data.set(numbersOf(numbers));
    const { data, size } = run(input, { width: 2, data: texts });
    return [...data.subarray(0, size)];
  });
}

test.each(cases)('$name is worked out as onnxruntime does', (given) => {
  const found = answersOf(given);
  const expected = [...given.runs, ...given.runs].map(({ answer }) => numbersOf(answer));
  for (const [at, answers] of expected.entries()) {
    expect(found[at]).toHaveLength(answers.length);
    for (const [each, value] of answers.entries()) {
      if (!Number.isFinite(value) || given.name.startsWith('trees')) expect(found[at]?.[each]).toBe(value);
      else
        expect(Math.abs((found[at]?.[each] ?? Number.NaN) - value)).toBeLessThanOrEqual(
          1e-11 * Math.max(1, Math.abs(value)),
        );
    }
  }
});

test('a step that is not known is refused as a whole', () => {
  const step = { operator: 'Erf', inputs: ['numbers'], output: 'answer', attributes: {} };
  expect(() => compile({ steps: [step], constants: new Map(), answer: 'answer' })).toThrow(NotRunnable);
});
