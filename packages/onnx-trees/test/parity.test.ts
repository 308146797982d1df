import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compile, parseModel, supportedOperators, TensorBuffer } from '../src/index.ts';

interface Case {
  name: string;
  /** A serialized ONNX model, in base64. */
  model: string;
  runs: { rows: number; numbers: (number | string)[]; texts: string[]; output: (number | string)[] }[];
}

const nonFinite: Record<string, number> = { inf: Infinity, '-inf': -Infinity };
const numbersOf = (values: readonly (number | string)[]) =>
  values.map((value) => (typeof value === 'number' ? value : (nonFinite[value] ?? Number.NaN)));

const cases = readFileSync(new URL('../corpus/cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Case => JSON.parse(line));

const programOf = ({ model }: Case) => parseModel(Buffer.from(model, 'base64'));

/** The outputs of all runs, twice, with one compiled model: each run overwrites the memory of the one before. */
function outputsOf(given: Case): number[][] {
  const program = programOf(given);
  const { run } = compile(program);
  const buffer = new TensorBuffer(program.numbersType);
  return [...given.runs, ...given.runs].map(({ rows, numbers, texts }) => {
    const input = buffer.resize([rows, numbers.length / rows]);
    input.data.set(numbersOf(numbers));
    const { data, size } = run(input, { width: 2, data: texts });
    return [...data.subarray(0, size)];
  });
}

test.each(cases)('$name gives the output of onnxruntime', (given) => {
  const found = outputsOf(given);
  const expected = [...given.runs, ...given.runs].map(({ output }) => numbersOf(output));
  for (const [at, outputs] of expected.entries()) {
    expect(found[at]).toHaveLength(outputs.length);
    for (const [each, value] of outputs.entries()) {
      if (!Number.isFinite(value) || given.name.startsWith('trees')) expect(found[at]?.[each]).toBe(value);
      else
        expect(Math.abs((found[at]?.[each] ?? Number.NaN) - value)).toBeLessThanOrEqual(
          1e-11 * Math.max(1, Math.abs(value)),
        );
    }
  }
});

test('the corpus covers every supported operator, and the README lists them', () => {
  const covered = new Set(cases.flatMap((each) => programOf(each).nodes.map(({ operator }) => operator)));
  expect([...covered].sort()).toEqual([...supportedOperators].sort());
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const operator of supportedOperators) expect(readme).toContain(`\`${operator}\``);
});
