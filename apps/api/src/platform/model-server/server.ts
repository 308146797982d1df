import { RowcastError } from '@rowcast/contracts';
import { Client, type Dispatcher, errors, Pool } from 'undici';
import { type Breaker, openBreaker, ServerSilent } from './breaker.ts';
import {
  AnswerTimeout,
  AnswerTooLarge,
  BrokenAnswer,
  type CancellationToken,
  exchange,
  type Reply,
} from './exchange.ts';
import type { Question } from './request.ts';
import { headersOf } from './request-headers.ts';
import { createRequestSlots } from './request-slots.ts';
import { openStreams, type StreamQuestion } from './stream.ts';

const connections = 64;
const probeMs = 1_500;
const connectTimeoutMs = 2_000;
const idleTimeoutMs = 4_000;

/** The caller has disconnected, so that there is nobody to respond to. */
export class CallerGone extends Error {}

export interface Server {
  readonly url: string;
  readonly breaker: Breaker;
  readonly pool: Pool;
  /** The reply, whatever its status below 500. Throws MODEL_SERVER_*, or CallerGone. */
  ask(question: Question, cancellation: CancellationToken): Promise<Reply>;
  stream(question: StreamQuestion): Promise<void>;
  close(): Promise<void>;
}

const goneCodes = new Set(['ECONNRESET', 'EPIPE']);

const closedConnection = (error: unknown) =>
  error instanceof errors.SocketError ||
  (error instanceof Error && 'code' in error && goneCodes.has(String(error.code)));

function asError(error: unknown): RowcastError {
  if (error instanceof AnswerTimeout) return new RowcastError('MODEL_SERVER_TIMEOUT', { cause: error });
  const code = error instanceof BrokenAnswer ? 'MODEL_SERVER_FAILED' : 'MODEL_SERVER_UNAVAILABLE';
  return new RowcastError(code, { cause: error, retryAfterSeconds: 1 });
}

/** A question with what is worked out for it once. */
interface Sendable extends Question {
  headers: string[];
  /** By performance.now(). */
  deadline: number;
}

export function connectServer(url: string, changed: (url: string, open: boolean) => void): Server {
  const pool = new Pool(url, {
    connections,
    pipelining: 1,
    connect: { timeout: connectTimeoutMs },
    // A server that announces a longer time does not keep a connection open through a proxy in between.
    keepAliveMaxTimeout: idleTimeoutMs,
  });
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

  const places = createRequestSlots(connections);

  function sendOver(
    dispatcher: Dispatcher,
    { path, body, headers, deadline }: Sendable,
    cancellation: CancellationToken,
  ) {
    const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
    return exchange(dispatcher, { method: 'POST', path, headers, body, ...timeouts }, deadline, cancellation);
  }

  /** Over a new connection: where one of the pool was closed, the others may be about to. */
  async function sendOverNewConnection(question: Sendable, cancellation: CancellationToken): Promise<Reply> {
    const client = new Client(url, { connect: { timeout: connectTimeoutMs } });
    try {
      return await sendOver(client, question, cancellation);
    } finally {
      void client.destroy();
    }
  }

  async function askTwice(question: Sendable, cancellation: CancellationToken) {
    try {
      return await sendOver(pool, question, cancellation);
    } catch (error) {
      // A prediction changes nothing, so it can be retried after a closed connection.
      if (cancellation.reason || !closedConnection(error)) throw error;
      return sendOverNewConnection(question, cancellation);
    }
  }

  /** One deadline for all of it: a place, the answer, and the answer of a second try. */
  async function askInTurn(question: Sendable, cancellation: CancellationToken): Promise<Reply> {
    const { bundle, deadline } = question;
    const waits = places.enter(bundle, deadline, cancellation);
    if (waits) await waits;
    try {
      return await askTwice(question, cancellation);
    } finally {
      places.leave(bundle);
    }
  }

  function outcomeOf(error: unknown, { reason }: CancellationToken): 'answered' | 'cancelled' | 'failed' {
    if (error instanceof AnswerTooLarge) return 'answered';
    const tellsNothing =
      reason instanceof ServerSilent || error instanceof AnswerTimeout || error instanceof RowcastError;
    return tellsNothing ? 'cancelled' : 'failed';
  }

  return {
    url,
    breaker,
    pool,
    async ask(question, cancellation) {
      const deadline = performance.now() + question.timeoutMs;
      const sendable = { ...question, headers: headersOf(question), deadline };
      breaker.enter(cancellation);
      try {
        const reply = await askInTurn(sendable, cancellation);
        breaker.leave(cancellation, 'answered');
        return reply;
      } catch (error) {
        if (cancellation.reason instanceof CallerGone) {
          breaker.leave(cancellation, 'cancelled');
          throw cancellation.reason;
        }
        breaker.leave(cancellation, outcomeOf(error, cancellation));
        throw error instanceof RowcastError ? error : asError(cancellation.reason ?? error);
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
      places.close();
      await Promise.all([pool.destroy(), streams.close()]);
    },
  };
}
