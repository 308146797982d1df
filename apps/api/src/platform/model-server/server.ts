import { RowcastError } from '@rowcast/contracts';
import { type Dispatcher, errors, Pool } from 'undici';
import { type Breaker, openBreaker, ServerSilent } from './breaker.ts';
import { BrokenAnswer, exchange, type Recall, type Reply } from './exchange.ts';
import { openStreams, type StreamQuestion } from './stream.ts';

const connections = 64;
/** More would only wait longer than their callers do. */
const mostWaiting = 2_000;
const probeMs = 1_500;

export interface Question {
  path: string;
  body: Buffer;
  contentType: string;
  /** The forms of answer that the caller takes; empty for JSON. */
  accept: string;
  /** What becomes of odd values; empty for warnings. */
  policy: string;
  requestId: string;
  timeoutMs: number;
  /** Whether the model server may start another process for it. */
  scales: boolean;
  /** Further headers, names and values in turn. */
  others: readonly string[];
}

/** The caller has left: nothing went wrong, and nobody is to be told. */
export class CallerGone extends Error {}

export interface Server {
  readonly url: string;
  readonly breaker: Breaker;
  readonly pool: Pool;
  /** The reply, whatever its status below 500. Throws MODEL_SERVER_*, or CallerGone. */
  ask(question: Question, recall: Recall): Promise<Reply>;
  stream(question: StreamQuestion): Promise<void>;
  close(): Promise<void>;
}

const closedConnection = (error: unknown) =>
  error instanceof errors.SocketError ||
  (error instanceof Error && 'code' in error && error.code === 'ECONNRESET');

const timedOut = (error: unknown) =>
  error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;

function asError(error: unknown): RowcastError {
  if (timedOut(error)) return new RowcastError('MODEL_SERVER_TIMEOUT', { cause: error });
  const code = error instanceof BrokenAnswer ? 'MODEL_SERVER_FAILED' : 'MODEL_SERVER_UNAVAILABLE';
  return new RowcastError(code, { cause: error, retryAfterSeconds: 1 });
}

export function connectServer(url: string, changed: (url: string, open: boolean) => void): Server {
  const pool = new Pool(url, { connections, pipelining: 1, connect: { timeout: 2_000 } });
  const isAlive = async () => {
    // A connection of its own: those of the pool may all be held by a server that hangs.
    const probe = new Pool(url, { connections: 1, connect: { timeout: probeMs } });
    try {
      const { statusCode, body } = await probe.request({
        method: 'GET',
        path: '/health/live',
        signal: AbortSignal.timeout(probeMs),
      });
      await body.dump();
      return statusCode === 200;
    } catch {
      return false;
    } finally {
      await probe.destroy();
    }
  };
  const breaker = openBreaker(isAlive, (open) => changed(url, open));
  const streams = openStreams(url);
  let waiting = 0;

  async function askTwice(question: Question, recall: Recall) {
    const { path, body, contentType, accept, policy, requestId, timeoutMs, scales, others } = question;
    const headers = ['content-type', contentType, 'x-request-id', requestId, ...others];
    if (accept) headers.push('accept', accept);
    if (policy) headers.push('x-rowcast-policy', policy);
    if (scales) headers.push('x-rowcast-scaling', 'on');
    const options: Dispatcher.DispatchOptions = {
      method: 'POST',
      path,
      headers,
      body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    };
    try {
      return await exchange(pool, options, recall);
    } catch (error) {
      // A prediction changes nothing, so one that met a closed connection is asked again.
      if (recall.reason || !closedConnection(error)) throw error;
      return exchange(pool, options, recall);
    }
  }

  return {
    url,
    breaker,
    pool,
    async ask(question, recall) {
      if (waiting >= mostWaiting) throw new RowcastError('MODEL_SERVER_BUSY', { retryAfterSeconds: 1 });
      breaker.enter(recall);
      waiting += 1;
      try {
        const reply = await askTwice(question, recall);
        breaker.leave(recall, 'answered');
        return reply;
      } catch (error) {
        if (recall.reason instanceof CallerGone) {
          breaker.leave(recall, 'taken back');
          throw recall.reason;
        }
        const silent = recall.reason instanceof ServerSilent || timedOut(error);
        breaker.leave(recall, silent ? 'taken back' : 'failed');
        throw asError(recall.reason ?? error);
      } finally {
        waiting -= 1;
      }
    },
    async stream(question) {
      if (breaker.isOpen) throw new RowcastError('MODEL_SERVER_UNAVAILABLE', { retryAfterSeconds: 1 });
      try {
        await streams.run(question);
      } catch (error) {
        throw error instanceof RowcastError ? error : asError(error);
      }
    },
    async close() {
      breaker.close();
      await Promise.all([pool.destroy(), streams.close()]);
    },
  };
}
