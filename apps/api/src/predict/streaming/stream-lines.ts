import { Writable } from 'node:stream';
import type { RowcastError } from '@rowcast/contracts';
import { separatorIn } from '../http/csv-separator.ts';
import { type StreamCounts, streamTally } from './stream-tally.ts';

const newline = 10;

/**
 * Passes a streamed response on with backpressure and in whole lines, so that an error can be reported on a line of its
 * own.
 */
export class StreamedLines extends Writable {
  readonly #to: Writable;
  readonly #note: (chunk: Buffer) => void;
  readonly #isCsv: boolean;
  readonly #tally: ReturnType<typeof streamTally>;
  #header = '';
  #rest: Buffer = Buffer.alloc(0);

  constructor(to: Writable, contentType: string, note: (chunk: Buffer) => void) {
    super();
    this.#to = to;
    this.#note = note;
    this.#isCsv = contentType.startsWith('text/csv');
    this.#tally = streamTally(this.#isCsv);
  }

  /** Rows predicted so far. */
  get counts(): StreamCounts {
    const { rows, failedRows, warnings } = this.#tally;
    return { rows, failedRows, warnings };
  }

  /** The last line of a response that ended early. */
  errorLine(error: RowcastError, requestId: string): string {
    if (!this.#isCsv) return `${JSON.stringify({ row: this.#tally.rows, ...error.toBody(requestId) })}\n`;
    const separator = separatorIn(this.#header);
    const cells = this.#header.replace(/"[^"]*"/g, '').split(separator).length;
    return `${separator.repeat(cells - 1)}"${error.message.replaceAll('"', '""')}"\n`;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#note(chunk);
    const end = chunk.lastIndexOf(newline) + 1;
    const whole = Buffer.concat([this.#rest, chunk.subarray(0, end)]);
    this.#rest = end > 0 ? chunk.subarray(end) : Buffer.concat([this.#rest, chunk]);
    if (end > 0) this.#pass(whole, done);
    else done();
  }

  override _final(done: () => void): void {
    if (this.#rest.length > 0) this.#pass(this.#rest, done);
    else done();
  }

  #pass(lines: Buffer, done: () => void): void {
    if (this.#isCsv && this.#header === '') this.#header = lines.toString('utf8', 0, lines.indexOf(newline));
    this.#tally.add(lines);
    if (this.#to.write(lines)) done();
    else this.#to.once('drain', done);
  }
}
