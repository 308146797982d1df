import { errorCatalogue, RowcastError } from '@rowcast/contracts';
import multer from 'multer';
import { isUnusableData } from '../db/database.ts';
import { encodingUnsupported } from '../network/content-type.ts';

/** Connections refused or lost; Postgres starting, stopping, out of time or resources, or asking for another try. */
const passing = /^(ECONN\w+|EPIPE|ETIMEDOUT|EMFILE|57014|57P0\d|08\w{3}|53\w{3}|40001|40P01)$/;
/** Of the operating system and of Postgres. */
const full = /^(ENOSPC|EDQUOT|53100)$/;
/** Another request was first: it took the name, or removed what this one refers to. */
const taken = '23505';
const removed = '23503';
const multerCodes: Record<string, 'FILE_TOO_LARGE' | 'UPLOAD_MISSING'> = {
  LIMIT_FILE_SIZE: 'FILE_TOO_LARGE',
};

const causes = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causes(error.cause)] : error === undefined ? [] : [error];

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Postgres, Redis or room on the disk not being there is no fault of the request. */
function isOutage(error: unknown): boolean {
  return causes(error).some((each) => {
    if (!(each instanceof Error)) return false;
    return (
      passing.test(codeOf(each)) ||
      each.name === 'MaxRetriesPerRequestError' ||
      /Connection is closed|Command timed out|Stream isn't writeable|timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(
        each.message,
      )
    );
  });
}

/** Turns whatever was thrown into the one error that is answered. */
export function toRowcastError(error: unknown): RowcastError {
  if (error instanceof RowcastError) return error;
  if (error instanceof multer.MulterError) {
    const code = multerCodes[error.code];
    return code ? new RowcastError(code) : new RowcastError('UPLOAD_MISSING', { cause: error });
  }
  if (causes(error).some((each) => full.test(codeOf(each)))) {
    const message = 'The disk of this server is full. Ask your administrator to free space, then try again.';
    return new RowcastError('SERVICE_UNAVAILABLE', { message, cause: error, retryAfterSeconds: 60 });
  }
  if (isOutage(error)) return new RowcastError('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds: 5 });
  const codes = causes(error).map(codeOf);
  if (codes.some(isUnusableData)) return new RowcastError('VALIDATION_FAILED', { cause: error });
  if (codes.includes(taken)) {
    const message = 'Another request made a conflicting change first. Reload, then retry the request.';
    return new RowcastError('CONFLICT', { message, cause: error });
  }
  if (codes.includes(removed)) return new RowcastError('NOT_FOUND', { cause: error });
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed') {
    const [, place] = /\((line \d+ column \d+)\)/.exec((error as Error).message) ?? [];
    const where = place ? `Check ${place}.` : 'Check that it is complete and that its quotes are closed.';
    const message = `${errorCatalogue.BODY_NOT_JSON.message} ${where}`;
    return new RowcastError('BODY_NOT_JSON', { message, cause: error });
  }
  if (type === 'entity.too.deep')
    return new RowcastError('BODY_NOT_JSON', {
      message: 'The request body is nested deeper than 100 levels. Reduce the nesting.',
    });
  if (type === 'entity.too.large') return new RowcastError('BODY_TOO_LARGE', { cause: error });
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return encodingUnsupported('plain or packed by gzip, deflate or br');
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  if (status === 404 || status === 403) return new RowcastError('NOT_FOUND', { cause: error });
  if (status >= 400 && status < 500) return new RowcastError('VALIDATION_FAILED', { cause: error });
  return new RowcastError('INTERNAL', { cause: error });
}
