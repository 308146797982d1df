import type { ErrorCode } from '../errors.ts';

/** How a deployment can fail, by whichever path it is asked for. */
export const deployErrors = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'MODEL_NOT_READY',
  'BUNDLE_INVALID',
  'BUNDLE_LOAD_FAILED',
  'GOLDEN_ROWS_FAILED',
  'MODEL_TOO_LARGE',
  'RELEASE_CHECK_FAILED',
  'MODEL_SERVER_UNAVAILABLE',
  'MODEL_SERVER_BUSY',
] as const satisfies readonly ErrorCode[];
