import { isUtf8 } from 'node:buffer';
import type { RunnableModel } from '@rowcast/contracts';
import { compile, type Program, type Tensor } from '@rowcast/onnx-trees';
import { answerWriter } from './json-response.ts';
import { PlainReader } from './plain-rows.ts';

/** A model that was read and tried in a thread of its own. */
export interface ReadModel {
  facts: RunnableModel;
  program: Program;
  /** What a row among others takes, about, from its text to that of its answer. */
  rowMs: number;
  /** Memory, about. */
  bytes: number;
}

/** Longer calls would hold up all others of the process. */
const longestMs = 1.5;

export class LightModel {
  readonly bytes: number;
  readonly #run: (rows: readonly unknown[], takesNulls: boolean) => Tensor | null;
  readonly #write: (answers: Tensor) => string;
  readonly #maxRows: number;

  constructor({ facts, program, rowMs, bytes }: ReadModel) {
    this.bytes = bytes;
    this.#run = runner(facts, program).run;
    this.#write = answerWriter(facts);
    this.#maxRows = Math.floor(longestMs / rowMs);
  }

  /** The answer to a body of JSON; null where there is more to say than that, or more to do than is quickly done. */
  answer(body: Buffer, takesNulls: boolean): { rows: number; body: Buffer } | null {
    const rows = rowsOf(body);
    if (!rows || rows.length === 0 || rows.length > this.#maxRows) return null;
    const answers = this.#run(rows, takesNulls);
    return answers && { rows: rows.length, body: Buffer.from(this.#write(answers)) };
  }
}

/** Reads rows and runs the graph; null where some row is not plain. */
export function runner(facts: RunnableModel, program: Program) {
  const reader = new PlainReader(facts, program.numbersType);
  const graph = compile(program);
  return {
    run(rows: readonly unknown[], takesNulls: boolean): Tensor | null {
      const read = reader.read(rows, takesNulls);
      return read && graph.run(read.numbers, read.texts);
    },
    estimateMs: graph.estimateMs,
  };
}

/** The rows of a call that asks for nothing else; null for any other. */
function rowsOf(body: Buffer): unknown[] | null {
  if (!isUtf8(body)) return null;
  let content: unknown;
  try {
    content = JSON.parse(body.toString());
  } catch {
    return null;
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return null;
  if (!('instances' in content)) return 'options' in content ? null : [content];
  const { instances, ...others } = content;
  return Array.isArray(instances) && Object.keys(others).length === 0 ? instances : null;
}
