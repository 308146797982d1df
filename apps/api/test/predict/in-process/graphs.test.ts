import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RunnableModel } from '@rowcast/contracts';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/predict/in-process/graph/compile.ts';
import { readOnnx } from '../../../src/predict/in-process/graph/onnx.ts';
import { NotRunnable } from '../../../src/predict/in-process/graph/program.ts';
import { Place } from '../../../src/predict/in-process/graph/tensor.ts';
import { LightModel } from '../../../src/predict/in-process/light-model.ts';
import { readModel } from '../../../src/predict/in-process/read-model.ts';
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

describe('what the model server hands out', () => {
  const given = cases.find(({ name }) => name === 'Softmax');
  if (!given) throw new Error('there is no such case');
  const numbers = [0.5, -1, 2, 0, 1.5, -0.25];
  const names = numbers.map((_, at) => `field ${at}`);
  const golden = {
    rows: [Object.fromEntries(names.map((name, at) => [name, numbers[at]]))],
    answers: [answersOf({ ...given, runs: [{ rows: 1, numbers, texts: [], answer: [] }] })[0] ?? []],
    tolerance: 1e-9,
  };
  const facts: RunnableModel = {
    hash: '0'.repeat(64),
    fields: names.map((name) => ({ name, kind: 'number', nulls: false, low: -9, high: 9, known: [] })),
    ignored: [],
    labels: names,
    predictions: names.map((name) => JSON.stringify(name)),
    threshold: 0.5,
    golden,
  };
  const content = (changes: Partial<RunnableModel>) =>
    Buffer.concat([
      Buffer.from(`${JSON.stringify({ ...facts, ...changes })}\n`),
      Buffer.from(given.model, 'base64'),
    ]);

  test('is answered with, once it answers its golden rows as it did', () => {
    const found = new LightModel(readModel(content({}))).answer(
      Buffer.from(JSON.stringify(golden.rows[0])),
      true,
    );
    const [{ prediction, probabilities }] = JSON.parse(`${found?.body}`).predictions;
    expect(prediction).toBe('field 2');
    expect(Object.values<number>(probabilities).map(Math.fround)).toEqual(
      golden.answers[0]?.map(Math.fround),
    );
  });

  test.each<[string, Partial<RunnableModel>]>([
    ['a golden row answered otherwise', { golden: { ...golden, answers: [[1, 0, 0, 0, 0, 0]] } }],
    ['another number of classes', { labels: names.slice(1), predictions: names.slice(1) }],
    ['no golden row to hold it to', { golden: { ...golden, rows: [], answers: [] } }],
    ['no golden row that is plain', { golden: { ...golden, rows: [{ 'field 0': 1 }] } }],
  ])('is left to the model server with %s', (_, changes) => {
    expect(() => readModel(content(changes))).toThrow(NotRunnable);
  });
});
