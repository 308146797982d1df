import { RowcastError } from '@rowcast/contracts';

const codes: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'BUNDLE_INVALID',
  'BUNDLE_LOAD_FAILED',
  'GOLDEN_ROWS_FAILED',
  'STORED_DATA_DAMAGED',
]);
/** A restored bundle is loaded by the first request after this time. */
const retryAfterSeconds = 30;

/** Whether the model server refused a bundle because it is damaged or missing; repeating the request does not help. */
export const isUnusable = (code: string): boolean => codes.has(code);

export const modelUnavailable = (cause: Error): RowcastError =>
  new RowcastError('MODEL_UNAVAILABLE', { cause, retryAfterSeconds });
