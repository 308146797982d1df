import type { ServerResponse } from 'node:http';
import { pipeline, type Readable, Transform, Writable } from 'node:stream';
import { RowcastError } from '@rowcast/contracts';
import { newId } from '../platform/ids.ts';
import type { Services } from '../platform/services.ts';
import { type Prediction, policyOf, refused } from './answer.ts';
import { acceptOf, contentTypeOf, policyHeader } from './body.ts';
import type { PredictCall } from './call.ts';

/** Rows come one a line. */
const acceptedRows = /^((?:text|application)\/csv|application\/(?:x-)?ndjson|application\/jsonl)\s*(;|$)/i;
/** No byte in either direction for so long ends a stream. */
const stillMs = 20_000;
const mostErrorBytes = 1024 * 1024;

/** Ends a stream that stands still, and one whose caller has left. */
function watch(call: PredictCall) {
  const aborter = new AbortController();
  let moved = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - moved > stillMs) aborter.abort(new RowcastError('BODY_TIMEOUT'));
  }, 1_000);
  call.recall.onTaken = (reason) => aborter.abort(reason);
  return {
    signal: aborter.signal,
    moves() {
      moved = performance.now();
    },
    end() {
      clearInterval(timer);
      call.recall.onTaken = null;
    },
  };
}

function noting(source: Readable, note: () => void): Readable {
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      note();
      done(null, chunk);
    },
  });
  // What breaks off here reaches whoever reads from it.
  return pipeline(source, through, () => {});
}

/** Passes bytes on no faster than they are taken. */
const passing = (res: ServerResponse, note: (chunk: Buffer) => void) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      note(chunk);
      if (res.write(chunk)) done();
      else res.once('drain', done);
    },
  });

const collecting = (chunks: Buffer[]) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (chunks.length * chunk.length < mostErrorBytes) chunks.push(chunk);
      done();
    },
  });

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/**
 * Answers rows while later ones arrive, in memory that does not grow with them. Gives the outcome with the answer still
 * to be ended, or a refusal that is still to be sent.
 */
export async function streamPrediction(
  { modelServer }: Pick<Services, 'modelServer'>,
  call: PredictCall,
  query: string,
): Promise<{ prediction: Prediction; isSent: boolean }> {
  const { req, res, route, variant, requestId, headers } = call;
  if (!route) throw new Error('a call is answered only after it was admitted');
  if (!route.enabled) throw new RowcastError('API_DISABLED');
  if (!variant) throw new RowcastError('API_NOT_DEPLOYED');
  const contentType = contentTypeOf(req, acceptedRows);
  const policy = policyOf(route.settings, policyHeader(req));
  const id = newId('prediction');
  const { version } = variant;
  const still = watch(call);
  const errorChunks: Buffer[] = [];
  const reply = { status: 0, rows: 0, contentType: '' };
  try {
    await modelServer.stream(variant.bundleHash, {
      query,
      rows: noting(req, still.moves),
      contentType,
      accept: acceptOf(req),
      policy,
      requestId,
      signal: still.signal,
      answer(status, type) {
        reply.status = status;
        reply.contentType = type;
        if (status !== 200) return collecting(errorChunks);
        // A CSV answer begins with the names of its columns.
        if (type.startsWith('text/csv')) reply.rows = -1;
        headers.push('Content-Type', type, 'X-Prediction-Id', id, 'X-Model-Version', `v${version}`);
        res.writeHead(200, headers);
        return passing(res, (chunk) => {
          still.moves();
          reply.rows += linesIn(chunk);
        });
      },
    });
  } catch (error) {
    throw still.signal.aborted ? still.signal.reason : error;
  } finally {
    still.end();
  }
  const common = { id, version, isWrapped: true, jsonBytes: null };
  const body = Buffer.concat(errorChunks);
  if (reply.status === 200) return { prediction: { ...common, ...reply, body, code: null }, isSent: true };
  return { prediction: refused({ ...common, ...reply, body }, route.settings, { requestId }), isSent: false };
}
