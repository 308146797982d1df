import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RowcastError } from '@rowcast/contracts';
import { CallerGone } from '../../platform/model-server/server.ts';
import { CancellationToken } from '../../platform/model-server.ts';
import type { KeyRoute, LiveRoute, Variant } from '../admission/live-route.ts';
import { plainForm } from '../http/request-format.ts';
import { type AnsweredRow, answeredRows } from '../http/response-rows.ts';
import type { HeaderList } from '../http/send-response.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import { type Call, loggedCall } from '../logging/logged-call.ts';
import type { StreamSample } from '../streaming/stream-sample.ts';
import type { Prediction } from './predict-rows.ts';

/** Log entry of a call whose caller disconnected. */
export const callerGone = { status: 499, code: 'CALLER_GONE' } as const;

/** State of one call, from the socket to the log. */
export class PredictCall {
  readonly started = performance.now();
  readonly cancellation = new CancellationToken();
  readonly headers: HeaderList;
  key: KeyRoute | null = null;
  route: LiveRoute | null = null;
  /** The API id in the URL, which may not exist. */
  claimedApiId: string | null = null;
  variant: Variant | null = null;
  limits: CallLimits | null = null;
  body: Buffer | null = null;
  /** Bytes reserved for the body. */
  heldBytes = 0;
  contentType: string | null = null;
  form = plainForm;
  replayed = false;
  /** A stream lasts as long as its caller sends, so its latency is not measured. */
  isStream = false;
  /** Sample of a stream for the shadow. */
  sample: StreamSample | null = null;
  /** The outcome, set when the response begins, and its bytes if complete. */
  outcome: Prediction | RowcastError | null = null;
  answer: Buffer | null = null;
  #compared: readonly AnsweredRow[] | null | undefined;
  /** How many of the two, work and connection, have ended. */
  #ended = 0;
  readonly #settle: (call: PredictCall) => void;

  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** Unlike the request id, callers cannot choose it. */
  readonly callId: string = randomUUID();

  /** @param settle Called once, when neither work nor connection goes on. */
  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    fixed: HeaderList,
    settle: (call: PredictCall) => void,
  ) {
    this.req = req;
    this.res = res;
    this.requestId = requestId;
    this.headers = [...fixed, 'X-Request-Id', requestId];
    this.#settle = settle;
    res.once('close', () => {
      if (!res.writableFinished) this.cancellation.cancel(new CallerGone());
      this.end();
    });
  }

  /** Marks the work as done. */
  end(): void {
    this.#ended += 1;
    if (this.#ended === 2) this.#settle(this);
  }

  /** The rows compared with the shadow, parsed once. */
  comparedRows(given: Prediction): readonly AnsweredRow[] | null {
    if (this.#compared === undefined) this.#compared = answeredRows(given);
    return this.#compared;
  }

  get isAbandoned(): boolean {
    return this.cancellation.reason instanceof CallerGone;
  }

  /** Log entry; null for a caller who was not admitted. */
  entry(
    outcome: Prediction | RowcastError,
    score: number | null,
    at: Date,
    latencyMs: number | null,
  ): Call | null {
    const { key, route, variant, replayed, requestId, contentType, form, body, answer } = this;
    if (!key || !route) return null;
    const { keyId } = key;
    const asked = { requestId, contentType, form, body, answer };
    return loggedCall(route, { outcome, replayed, keyId, variant, score, at, latencyMs, ...asked });
  }
}
