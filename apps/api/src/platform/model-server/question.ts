export interface Question {
  bundle: string;
  path: string;
  body: Buffer;
  contentType: string;
  /** The forms of answer that the caller takes; empty for JSON. */
  accept: string;
  /** What the caller wants to become of odd values; empty for what the API does. */
  policy: string;
  /** What the API does with odd values; empty for warnings. */
  apiPolicy: string;
  requestId: string;
  timeoutMs: number;
  /** Whether the model server may start another process for it. */
  scales: boolean;
  /** Further headers, names and values in turn. */
  others: readonly string[];
}
