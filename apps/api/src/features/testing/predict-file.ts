import { createReadStream } from 'node:fs';
import path from 'node:path';
import { RowcastError, type RowFileType, rowFileType, type testingRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { toRowcastError } from '../../platform/errors/to-rowcast-error.ts';
import { CallerGone } from '../../platform/model-server/server.ts';
import type { FileAnswer, Input } from '../../platform/route.ts';
import type { LiveRoute } from '../../predict/admission/repository.ts';
import type { Prediction } from '../../predict/execution/predict-rows.ts';
import { plainForm } from '../../predict/http/request-format.ts';
import { recordCalls } from '../../predict/logging/call-log.repository.ts';
import { loggedCall } from '../../predict/logging/logged-call.ts';
import { type Streamed, streamRows } from '../../predict/streaming/stream-rows.ts';
import { isActorCurrent } from '../auth/index.ts';
import { routeOf } from './call-endpoint.ts';
import { DelayedResponse, refusalIn } from './delayed-response.ts';

const unread =
  'This file type is not supported. Save the table as CSV (.csv, .tsv or .txt) or as one JSON object per line (.ndjson or .jsonl), uncompressed. For Parquet, use ./rowcast predict.';

interface SentFile {
  path: string;
  type: RowFileType;
}

const formOf = (type: RowFileType) => ({ ...plainForm, accept: type });

function answerName(name: string): string {
  const { name: bare, ext } = path.parse(name);
  return `${bare}-predictions${ext}`;
}

/** The way of a stream from outside, without key and limit; what is wrong while nothing was sent is thrown. */
async function streamFile(
  ctx: SessionContext,
  route: LiveRoute,
  file: SentFile,
  answer: DelayedResponse,
): Promise<Streamed> {
  const { requestId, cancellation } = ctx;
  const { stable: variant } = route;
  if (!route.enabled) throw new RowcastError('API_DISABLED');
  if (!variant) throw new RowcastError('API_NOT_DEPLOYED');
  const rows = createReadStream(file.path);
  rows.once('error', (error) => cancellation.cancel(error));
  const asked = {
    route,
    variant,
    rows,
    contentType: file.type,
    form: formOf(file.type),
    requestId,
    cancellation,
  };
  const streamed = await streamRows(ctx, {
    ...asked,
    async admits() {
      if (!(await isActorCurrent(ctx, ctx.actor))) throw new RowcastError('UNAUTHENTICATED');
      const { enabled } = await routeOf(ctx, route.apiId);
      if (!enabled) throw new RowcastError('API_DISABLED');
    },
    open: () => answer.content,
    answered: answer.note,
  }).finally(() => rows.destroy());
  if (answer.hasBegun) return streamed;
  const { prediction, isSent, broken } = streamed;
  if (!isSent) throw refusalIn(prediction.body.toString('utf8'));
  if (broken?.reason instanceof RowcastError) throw broken.reason;
  if (broken) return streamed;
  if (prediction.rows === 0) throw RowcastError.at('FILE_EMPTY', 'file', 'The file has no rows.');
  // So it is where the header is not one of this model's, after which nothing is read.
  if (prediction.rows === 1 && prediction.streamed?.failedRows === 1) throw answer.refusal(file.type);
  return streamed;
}

async function answerFile(ctx: SessionContext, route: LiveRoute, file: SentFile, answer: DelayedResponse) {
  const { content } = answer;
  /** A logging failure does not affect the response. */
  const log = (outcome: Prediction | RowcastError) => {
    const { requestId, clock } = ctx;
    const refusal = outcome instanceof RowcastError ? JSON.stringify(outcome.toBody(requestId)) : null;
    const call = loggedCall(route, {
      ...{ outcome, variant: route.stable, keyId: null, replayed: false, score: null },
      ...{ requestId, at: clock.now(), latencyMs: null, contentType: file.type, form: formOf(file.type) },
      ...{ body: null, answer: refusal === null ? null : Buffer.from(refusal) },
    });
    return recordCalls(ctx.db, [call]).catch((err) => ctx.log.error({ err }, 'call not logged'));
  };
  try {
    const { prediction, broken } = await streamFile(ctx, route, file, answer);
    const reason = broken?.reason;
    if (reason instanceof RowcastError && reason.status >= 500)
      ctx.log.error({ err: reason }, 'prediction failed');
    // Logged before the end is sent, so that a complete response is always in the log.
    if (prediction.rows > 0) await log(prediction);
    if (reason instanceof CallerGone) throw reason;
    content.end(broken?.line);
  } catch (thrown) {
    content.destroy();
    if (!(thrown instanceof CallerGone)) await log(toRowcastError(thrown));
    throw thrown;
  }
}

/** Answers row by row, so that memory does not grow with the file. */
export async function predictFile(
  ctx: SessionContext,
  { params, file }: Input<typeof testingRoutes.predictFile>,
): Promise<FileAnswer> {
  const route = await routeOf(ctx, params.id);
  const type = rowFileType(file.filename);
  if (!type) throw RowcastError.at('CONTENT_TYPE_UNSUPPORTED', 'file', unread);
  if (file.sizeBytes === 0) throw RowcastError.at('FILE_EMPTY', 'file', 'The file is empty.');
  const answer = new DelayedResponse();
  await Promise.race([answerFile(ctx, route, { path: file.path, type }, answer), answer.begun]);
  return { mediaType: type, filename: answerName(file.filename), content: answer.content };
}
