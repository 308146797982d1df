import { ArrayColumn, type ElementType } from '../db/array-column.ts';

/** A row of the request log; texts may be bytes. */
export interface Call {
  id: string;
  workspaceId: string;
  apiId: string;
  keyId?: string | null;
  modelId?: string | null;
  status: number;
  code?: string | null;
  rows: number;
  latencyMs: number | null;
  at: Date;
  requestId?: string | null;
  label?: 'stable' | 'candidate' | null;
  score?: number | null;
  contentType?: string | null;
  /** A kept form. */
  asked?: string | null;
  request?: string | Buffer | null;
  response?: string | Buffer | null;
}

const dayMs = 86_400_000;

/** The columns of the request log in the order of its insert. */
export const columnTypes = {
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
  contentType: 'text',
  asked: 'text',
  request: 'text',
  response: 'text',
} as const satisfies Record<keyof Call, ElementType>;

type ColumnName = keyof typeof columnTypes;
export const columnNames = Object.keys(columnTypes) as ColumnName[];
const textNames: ReadonlySet<ColumnName> = new Set(['contentType', 'asked', 'request', 'response']);

/** Calls as columns, ready for Postgres. */
export class CallBatch {
  calls = 0;
  bytes = 0;
  /** Set when it is about to be written: from then on none is added. */
  isSealed = false;
  /** APIs that were called, with their workspaces. */
  readonly apis = new Map<string, string>();
  readonly #days = new Set<number>();
  readonly #columns = columnNames.map((name) => ({ name, column: new ArrayColumn(columnTypes[name]) }));

  add(call: Call): void {
    let bytes = 0;
    for (const { name, column } of this.#columns) {
      column.add(call[name]);
      bytes += column.bytes;
    }
    this.calls += 1;
    this.bytes = bytes;
    this.#days.add(Math.floor(call.at.getTime() / dayMs));
    this.apis.set(call.apiId, call.workspaceId);
  }

  clear(): void {
    for (const { column } of this.#columns) column.clear();
    this.calls = this.bytes = 0;
    this.isSealed = false;
    this.#days.clear();
    this.apis.clear();
  }

  /** The days in UTC on which the calls came. */
  get days(): string[] {
    return [...this.#days].map((day) => new Date(day * dayMs).toISOString().slice(0, 10));
  }

  /** An array for each column, without what was sent and answered where that is not wanted. */
  arrays(withTexts: boolean): Buffer[] {
    return this.#columns.map(({ name, column }) =>
      withTexts || !textNames.has(name) ? column.array() : nulls(this.calls),
    );
  }
}

function nulls(count: number): Buffer {
  const column = new ArrayColumn('text');
  for (let left = count; left > 0; left -= 1) column.add(null);
  return column.array();
}

export function batchOf(calls: readonly Call[]): CallBatch {
  const batch = new CallBatch();
  for (const call of calls) batch.add(call);
  return batch;
}
