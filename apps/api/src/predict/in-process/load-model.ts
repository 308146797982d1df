import { runnableModel } from '@rowcast/contracts';
import { memoryBytes, parseModel, type Tensor, UnsupportedModelError } from '@rowcast/onnx-trees';
import { type ReadModel, runner } from './light-model.ts';

/** One row of a light model takes no longer: others are the model server's, which answers many calls in one run. */
const longestRowMs = 0.05;
/** What reading takes for each field, and writing for each class. */
const fieldMs = 0.0002;
const classMs = 0.001;
const newLine = 0x0a;

/**
 * Reads what the model server hands out, and holds it to what the model answered when it was published.
 *
 * Throws UnsupportedModelError for a model that is not answered in process.
 */
export function loadModel(content: Uint8Array): ReadModel {
  const end = content.indexOf(newLine);
  const facts = runnableModel.parse(JSON.parse(Buffer.from(content.subarray(0, end)).toString()));
  const program = parseModel(content.subarray(end + 1));
  const { run, estimateMs } = runner(facts, program);
  const { rows, answers, tolerance } = facts.golden;
  const width = Math.max(1, facts.labels.length);
  const isOff = (answer: Tensor, expected: readonly number[]) =>
    answer.size !== width ||
    expected.length !== width ||
    expected.some((value, each) => !(Math.abs(value - (answer.data[each] ?? Number.NaN)) <= tolerance));
  const plain = rows.filter((row, at) => {
    const answer = run([row], true);
    if (answer && isOff(answer, answers[at] ?? []))
      throw new UnsupportedModelError('a golden row is answered otherwise');
    return answer;
  });
  if (plain.length === 0) throw new UnsupportedModelError('no golden row shows what it answers');
  const textMs = facts.fields.length * fieldMs + width * classMs;
  const millisecondsOf = (given: typeof rows) => {
    run(given, true);
    return estimateMs() / given.length + textMs;
  };
  const alone = millisecondsOf(plain.slice(0, 1));
  if (alone > longestRowMs) throw new UnsupportedModelError(`a row takes ${alone.toFixed(3)} ms`);
  const rowMs = millisecondsOf(plain);
  return { facts, program, rowMs, bytes: memoryBytes(program) };
}
