import { PassThrough } from 'node:stream';
import { errorBody, isErrorCode, RowcastError, type RowFileType } from '@rowcast/contracts';
import { parse } from 'csv-parse/sync';
import { separatorIn } from '../../predict/http/csv-separator.ts';

/** Bytes held back before the status is sent, so that an early error can still set it. */
const heldBytes = 64 * 1024;

const reported = errorBody.pick({ error: true, message: true, fields: true });

/** What the model server refused, by its own words. */
export function refusalIn(json: string): RowcastError {
  const { error, message, fields } = reported.parse(JSON.parse(json));
  const code = isErrorCode(error.code) ? error.code : 'INSTANCES_INVALID';
  return new RowcastError(code, { message, ...(fields && { fields }) });
}

/** The same of an answer in CSV, which has the sentence alone, in its last cell. */
function csvRefusalIn(text: string): RowcastError {
  const records: string[][] = parse(text, { delimiter: separatorIn(text) });
  return new RowcastError('INSTANCES_INVALID', { message: records.at(-1)?.at(-1) ?? '' });
}

/** The answer to a file, of which the first part is kept from its caller until it is clear that there is one. */
export class DelayedResponse {
  readonly content = new PassThrough({ highWaterMark: heldBytes });
  readonly #begun = Promise.withResolvers<void>();
  #first: Buffer[] = [];
  #bytes = 0;

  /** Settles once there is more than is held back. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  get hasBegun(): boolean {
    return this.#bytes >= heldBytes;
  }

  /** Notes what goes into the content next. */
  readonly note = (chunk: Buffer): void => {
    if (this.hasBegun) return;
    this.#bytes += chunk.length;
    this.#first.push(chunk);
    if (!this.hasBegun) return;
    this.#first = [];
    this.#begun.resolve();
  };

  /** Of an answer that is still held back, and says of one row why it could not be answered. */
  refusal(type: RowFileType): RowcastError {
    const text = Buffer.concat(this.#first).toString('utf8');
    return type === 'text/csv' ? csvRefusalIn(text) : refusalIn(text);
  }
}
