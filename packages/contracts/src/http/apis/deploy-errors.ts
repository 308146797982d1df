import type { ErrorCode } from '../../errors.ts';

/** Why a model is not loaded. */
export const loadErrors = [
  'BUNDLE_INVALID',
  'BUNDLE_LOAD_FAILED',
  'GOLDEN_ROWS_FAILED',
  'MODEL_TOO_LARGE',
  'STORED_DATA_DAMAGED',
  'MODEL_SERVER_UNAVAILABLE',
  'MODEL_SERVER_BUSY',
] as const satisfies readonly ErrorCode[];

/** How a deployment can fail, by whichever path it is asked for. */
export const deployErrors = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'MODEL_NOT_READY',
  ...loadErrors,
  'RELEASE_CHECK_FAILED',
] as const satisfies readonly ErrorCode[];
