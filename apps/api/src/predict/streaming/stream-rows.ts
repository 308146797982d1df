import { type Readable, Transform, Writable } from 'node:stream';
import type { RowcastError } from '@rowcast/contracts';
import { toRowcastError } from '../../platform/errors/to-rowcast-error.ts';
import { newId } from '../../platform/ids.ts';
import { CallerGone } from '../../platform/model-server/server.ts';
import type { CancellationToken } from '../../platform/model-server.ts';
import type { Services } from '../../platform/services.ts';
import type { LiveRoute, Variant } from '../admission/live-route.ts';
import { withDecision } from '../execution/decision.ts';
import { callerGone } from '../execution/predict-call.ts';
import { type Prediction, refused } from '../execution/predict-rows.ts';
import type { Form } from '../http/request-format.ts';
import { StreamedLines } from './stream-lines.ts';
import { watchStream } from './stream-watchdog.ts';

const maxErrorBytes = 1024 * 1024;

/** Unlike `pipeline`, keeps the source open when the destination fails, so that an error can still be sent. */
function noting(source: Readable, note: (chunk: Buffer) => void): Readable {
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      note(chunk);
      done(null, chunk);
    },
  });
  through.on('error', () => source.unpipe(through));
  return source.pipe(through);
}

function collecting(chunks: Buffer[]): Writable {
  let bytes = 0;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxErrorBytes) chunks.push(chunk);
      done();
    },
  });
}

/** A stream of rows, from a key or from the console. */
export interface RowsToStream {
  route: LiveRoute;
  variant: Variant;
  rows: Readable;
  contentType: string;
  form: Form;
  requestId: string;
  cancellation: CancellationToken;
  /** Throws if the caller would no longer be admitted. */
  admits: () => Promise<void>;
  minMs?: number | undefined;
  /** Called once a response begins; returns the stream to write to. */
  open: (contentType: string, id: string) => Writable;
  sent?: (chunk: Buffer) => void;
  answered?: (chunk: Buffer) => void;
}

export interface Streamed {
  prediction: Prediction;
  /** Whether a response was begun. If not, the error is still to be sent. */
  isSent: boolean;
  /** The error that ended a response that had begun, and the line that reports it. */
  broken: { reason: RowcastError | CallerGone; line: string } | null;
}

/** Predicts rows while later rows arrive, in constant memory. Ends when `admits` throws. */
export async function streamRows(
  { modelServer }: Pick<Services, 'modelServer'>,
  { route, variant, rows, contentType, form, requestId, cancellation, admits, minMs, ...facts }: RowsToStream,
): Promise<Streamed> {
  const id = newId('prediction');
  const { version } = variant;
  const watch = watchStream(cancellation, admits, { minMs });
  const errorChunks: Buffer[] = [];
  const reply = { status: 0, contentType: '' };
  let lines: StreamedLines | null = null;
  let broken: Streamed['broken'] = null;
  try {
    await modelServer.stream(variant.bundleHash, {
      query: withDecision(form.query, variant.decision),
      rows: noting(rows, (chunk) => {
        watch.moves(chunk);
        facts.sent?.(chunk);
      }),
      contentType,
      accept: form.accept,
      policy: form.policy,
      apiPolicy: route.policy,
      silent: route.settings.errorDetail === 'redacted',
      scales: route.settings.autoScaling,
      requestId,
      signal: watch.signal,
      answer(status, type) {
        reply.status = status;
        reply.contentType = type;
        if (status !== 200) return collecting(errorChunks);
        lines = new StreamedLines(facts.open(type, id), type, (chunk) => {
          watch.moves(chunk);
          facts.answered?.(chunk);
        });
        return lines;
      },
    });
  } catch (error) {
    const thrown: unknown = watch.signal.aborted ? watch.signal.reason : error;
    const sent = lines as StreamedLines | null;
    if (!sent) throw thrown;
    const reason = thrown instanceof CallerGone ? thrown : toRowcastError(thrown);
    broken = { reason, line: reason instanceof CallerGone ? '' : sent.errorLine(reason, requestId) };
  } finally {
    watch.end();
  }
  const common = { ...reply, id, version, isWrapped: true, jsonBytes: null, warnings: null };
  const body = Buffer.concat(errorChunks);
  const sent = lines as StreamedLines | null;
  if (!sent) {
    const prediction = refused({ ...common, rows: 0, body }, route.settings, { requestId });
    return { prediction, isSent: false, broken };
  }
  const { status, code } = broken
    ? broken.reason instanceof CallerGone
      ? callerGone
      : broken.reason
    : { status: 200, code: null };
  const { rows: count, ...streamed } = sent.counts;
  return { prediction: { ...common, rows: count, streamed, body, status, code }, isSent: true, broken };
}
