export interface Question {
  bundle: string;
  path: string;
  body: Buffer;
  contentType: string;
  /** The forms of answer that the caller takes; empty for JSON. */
  accept: string;
  /** How the caller wants invalid or out-of-range values handled; empty for the API's setting. */
  policy: string;
  /** How the API handles invalid or out-of-range values; empty for warnings. */
  apiPolicy: string;
  requestId: string;
  timeoutMs: number;
  /** Whether the model server may start another process for it. */
  scales: boolean;
  /** Further headers, names and values in turn. */
  others: readonly string[];
}
