import { RowcastError } from '@rowcast/contracts';
import { DrizzleQueryError } from 'drizzle-orm';
import type { ErrorRequestHandler } from 'express';
import { toRowcastError } from '../../platform/errors/to-rowcast-error.ts';
import { CallerGone } from '../../platform/model-server/server.ts';
import { isLeft } from '../input/receive-upload.ts';
import { unstorableText } from '../input/unstorable-text.ts';
import { contextOf } from '../middleware/request-context.ts';

export const errorResponse: ErrorRequestHandler = (thrown, req, res, next) => {
  if (thrown instanceof CallerGone) return;
  const { log, requestId } = contextOf(req);
  const known = isLeft(req, thrown)
    ? new RowcastError('UPLOAD_ABORTED', { cause: thrown })
    : toRowcastError(thrown);
  // Looked for only once Postgres has refused something: what else is wrong has been named before.
  const error = (thrown instanceof DrizzleQueryError && known.status === 400 && unstorableText(req)) || known;
  if (error.status >= 500) {
    log.error({ err: error, path: req.path }, 'request failed');
  }
  if (res.headersSent) return next(thrown);
  if (error.retryAfterSeconds) res.setHeader('Retry-After', error.retryAfterSeconds);
  res.status(error.status).json(error.toBody(requestId));
};
