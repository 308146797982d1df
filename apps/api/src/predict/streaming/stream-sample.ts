import { maxCompared } from '../http/response-rows.ts';

/** Maximum number of bytes kept per direction. */
const maxSentBytes = 64 * 1024;
const maxAnsweredBytes = 256 * 1024;

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;

/** The first bytes of one direction. */
class Beginning {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  isWhole = true;

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Buffer): void {
    if (!this.isWhole) return;
    const room = this.#most - this.#bytes;
    this.isWhole = chunk.length <= room;
    this.#chunks.push(Buffer.from(chunk.subarray(0, room)));
    this.#bytes += Math.min(chunk.length, room);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** End offsets of non-empty lines. In CSV, line breaks within double quotes do not end a line. */
function lineEnds(bytes: Buffer, isCsv: boolean, isWhole: boolean): number[] {
  const ends = [];
  let isWithin = false;
  let isFilled = false;
  for (const [at, byte] of bytes.entries()) {
    if (isCsv && byte === quote) isWithin = !isWithin;
    if (byte === newline && !isWithin) {
      if (isFilled) ends.push(at + 1);
      isFilled = false;
    } else if (isCsv ? byte !== carriageReturn : byte > 0x20) isFilled = true;
  }
  if (isFilled && isWhole) ends.push(bytes.length);
  return ends;
}

/** The first rows of a stream and their predictions, for the shadow model. */
export class StreamSample {
  readonly #sent = new Beginning(maxSentBytes);
  readonly #answered = new Beginning(maxAnsweredBytes);

  sent(chunk: Buffer): void {
    this.#sent.add(chunk);
  }

  answered(chunk: Buffer): void {
    this.#answered.add(chunk);
  }

  /** The rows that were both sent and predicted; null if there are none. */
  taken(sentCsv: boolean, answeredCsv: boolean): { body: Buffer; answer: Buffer } | null {
    const [sent, answered] = [this.#sent, this.#answered];
    const rows = lineEnds(sent.bytes, sentCsv, sent.isWhole);
    const answers = lineEnds(answered.bytes, answeredCsv, false);
    const before = Number(sentCsv);
    const answersBefore = Number(answeredCsv);
    const count = Math.min(maxCompared, rows.length - before, answers.length - answersBefore);
    if (count < 1) return null;
    return {
      body: sent.bytes.subarray(0, rows[before + count - 1]),
      answer: answered.bytes.subarray(0, answers[answersBefore + count - 1]),
    };
  }
}
