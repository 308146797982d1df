import { runnableModel } from '@rowcast/contracts';
import { readOnnx } from './graph/onnx.ts';
import { NotRunnable, type Program } from './graph/program.ts';
import { type ReadModel, runner } from './light-model.ts';

/** One row of a light model takes no longer: others are the model server's, which answers many calls in one run. */
const longestRowMs = 0.05;
const newLine = 0x0a;
const bytesPerKey = 100;

/**
 * Reads what the model server hands out, and holds it to what the model answered when it was published.
 *
 * Throws NotRunnable for a model that is not answered in process.
 */
export function readModel(content: Uint8Array): ReadModel {
  const end = content.indexOf(newLine);
  const facts = runnableModel.parse(JSON.parse(Buffer.from(content.subarray(0, end)).toString()));
  const program = readOnnx(content.subarray(end + 1));
  const { run, work } = runner(facts, program);
  const { rows, answers, tolerance } = facts.golden;
  const found = rows.map((row) => {
    const answer = run([row], true);
    return answer && [...answer.data.subarray(0, answer.size)];
  });
  if (found.every((answer) => !answer)) throw new NotRunnable('no golden row shows what it answers');
  const isOff = found.some((answer, at) =>
    answer?.some((value, each) => !(Math.abs(value - (answers[at]?.[each] ?? Number.NaN)) <= tolerance)),
  );
  if (isOff) throw new NotRunnable('a golden row is answered otherwise');
  const rowMs = work();
  if (rowMs > longestRowMs) throw new NotRunnable(`a row takes ${rowMs.toFixed(3)} ms`);
  return { facts, program, rowMs, bytes: bytesOf(program) };
}

/** Everything of a program that is numbers. */
export function arraysOf({ constants, steps }: Program): ArrayBufferView[] {
  const values = steps.flatMap(({ attributes: { codes, trees } }) => [codes, ...Object.values(trees ?? {})]);
  return [...[...constants.values()].map(({ data }) => data), ...values].filter((value) =>
    ArrayBuffer.isView(value),
  );
}

function bytesOf(program: Program): number {
  const keys = program.steps.reduce((sum, { attributes }) => sum + (attributes.keys?.length ?? 0), 0);
  return arraysOf(program).reduce((sum, { byteLength }) => sum + byteLength, 0) + keys * bytesPerKey;
}
