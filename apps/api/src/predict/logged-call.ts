/** A row of the request log; texts may be bytes. */
export interface CallRow {
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
  warnings?: number | null;
  /** Of a stream. */
  failedRows?: number | null;
  contentType?: string | null;
  /** A kept form. */
  asked?: string | null;
  request?: string | Buffer | null;
  response?: string | Buffer | null;
}

/** A call with what is counted of it beside its row. */
export interface Call extends CallRow {
  /** The rollout that ran meanwhile. */
  rolloutId?: string | null;
}
