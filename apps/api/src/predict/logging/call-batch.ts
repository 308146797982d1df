import { randomUUID } from 'node:crypto';
import { type ColumnType, CopyRows } from '../../db/copy-rows.ts';
import { dayMs } from '../../platform/time/durations.ts';
import { CallSums } from './call-sums.ts';
import type { Call, CallRow } from './logged-call.ts';

/** Columns of the request log in COPY order, payloads last. */
const columnTypes = {
  id: 'text',
  workspaceId: 'text',
  apiId: 'text',
  keyId: 'text',
  modelId: 'text',
  status: 'int4',
  code: 'text',
  rows: 'int4',
  latencyMs: 'float4',
  at: 'timestamptz',
  requestId: 'text',
  label: 'text',
  score: 'float4',
  warnings: 'int4',
  failedRows: 'int4',
  contentType: 'text',
  asked: 'text',
  request: 'text',
  maskedRequest: 'text',
  sealedRequest: 'bytea',
  response: 'text',
} as const satisfies Record<keyof CallRow, ColumnType>;

export const columnNames = Object.keys(columnTypes) as (keyof CallRow)[];
const columnsBeforeTexts = columnNames.indexOf('contentType');

/** A batch of calls in COPY format. */
export class CallBatch {
  /** Idempotency key of the batch. */
  id = randomUUID();
  calls = 0;
  /** Set before the batch is written; no call is added afterwards. */
  isSealed = false;
  /** Called APIs with the number of calls and of calls with payloads. */
  readonly apis = new Map<string, { workspaceId: string; call: number; text: number }>();
  readonly sums = new CallSums();
  readonly #days = new Set<number>();
  readonly #rows = new CopyRows();

  get bytes(): number {
    return this.#rows.bytes;
  }

  add(call: Call): void {
    this.#rows.begin(columnNames.length);
    for (const name of columnNames) this.#rows.add(columnTypes[name], call[name]);
    this.sums.add(call);
    this.calls += 1;
    this.#days.add(Math.floor(call.at.getTime() / dayMs));
    const api = this.apis.get(call.apiId) ?? { workspaceId: call.workspaceId, call: 0, text: 0 };
    api.call += 1;
    if (hasText(call)) api.text += 1;
    this.apis.set(call.apiId, api);
  }

  clear(): void {
    this.#rows.clear();
    this.id = randomUUID();
    this.sums.clear();
    this.calls = 0;
    this.isSealed = false;
    this.#days.clear();
    this.apis.clear();
  }

  /** UTC days of the calls. */
  get days(): string[] {
    return [...this.#days].map((day) => new Date(day * dayMs).toISOString().slice(0, 10));
  }

  /** COPY data, optionally without payloads. */
  rows(withTexts: boolean): Buffer {
    return withTexts ? this.#rows.whole() : this.#rows.cut(columnsBeforeTexts);
  }
}

export const hasText = ({ request, maskedRequest, sealedRequest, response }: Call): boolean =>
  [request, maskedRequest, sealedRequest, response].some((text) => text != null);

export function batchOf(calls: readonly Call[]): CallBatch {
  const batch = new CallBatch();
  for (const call of calls) batch.add(call);
  return batch;
}
