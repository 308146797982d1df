import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RunnableModel } from '@rowcast/contracts';
import { compile, parseModel, UnsupportedModelError } from '@rowcast/onnx-trees';
import { describe, expect, test } from 'vitest';
import { LightModel } from '../../../src/predict/in-process/light-model.ts';
import { loadModel } from '../../../src/predict/in-process/load-model.ts';

const corpus = readFileSync(fileURLToPath(import.meta.resolve('@rowcast/onnx-trees/corpus')), 'utf8');
const model = corpus
  .trim()
  .split('\n')
  .map((line): { name: string; model: string } => JSON.parse(line))
  .find(({ name }) => name === 'Softmax')?.model;
const graph = Buffer.from(model ?? '', 'base64');

describe('what the model server hands out', () => {
  const numbers = [0.5, -1, 2, 0, 1.5, -0.25];
  const names = numbers.map((_, at) => `field ${at}`);
  const output = compile(parseModel(graph)).run(
    {
      elementType: 'float32',
      dims: [1, numbers.length],
      size: numbers.length,
      data: Float32Array.from(numbers),
    },
    { width: 0, data: [] },
  );
  const golden = {
    rows: [Object.fromEntries(names.map((name, at) => [name, numbers[at]]))],
    answers: [[...output.data]],
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
    Buffer.concat([Buffer.from(`${JSON.stringify({ ...facts, ...changes })}\n`), graph]);

  test('is answered with, once it answers its golden rows as it did', () => {
    const found = new LightModel(loadModel(content({}))).answer(
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
    expect(() => loadModel(content(changes))).toThrow(UnsupportedModelError);
  });
});
