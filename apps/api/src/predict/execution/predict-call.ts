import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RowcastError } from '@rowcast/contracts';
import { CallerGone } from '../../platform/model-server/server.ts';
import { Recall } from '../../platform/model-server.ts';
import type { KeyRoute, LiveRoute, Variant } from '../admission/live-route.ts';
import { plainForm } from '../http/request-format.ts';
import { type AnsweredRow, answeredRows } from '../http/response-rows.ts';
import type { HeaderList } from '../http/send-response.ts';
import type { CallLimits } from '../limits/call-limits.ts';
import { type Call, loggedCall } from '../logging/logged-call.ts';
import type { StreamSample } from '../streaming/stream-sample.ts';
import type { Prediction } from './predict-rows.ts';

/** How the log tells of an answer that its caller did not wait for. */
export const callerGone = { status: 499, code: 'CALLER_GONE' } as const;

/** One call on its way from the socket to the log. */
export class PredictCall {
  readonly started = performance.now();
  readonly recall = new Recall();
  readonly headers: HeaderList;
  key: KeyRoute | null = null;
  route: LiveRoute | null = null;
  /** The API that the address names, which may not be there. */
  claimedApiId: string | null = null;
  variant: Variant | null = null;
  limits: CallLimits | null = null;
  body: Buffer | null = null;
  /** What the body takes of the room for large ones. */
  heldBytes = 0;
  contentType: string | null = null;
  form = plainForm;
  replayed = false;
  /** It goes on for as long as its caller sends, which tells nothing of the model's speed. */
  isStream = false;
  /** What the shadow compares of a stream. */
  sample: StreamSample | null = null;
  /** What was answered, once it is being sent, and its bytes where they are all there are. */
  outcome: Prediction | RowcastError | null = null;
  answer: Buffer | null = null;
  #compared: readonly AnsweredRow[] | null | undefined;
  /** Of the work and the connection, how many have ended. */
  #ended = 0;
  readonly #settle: (call: PredictCall) => void;

  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;

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
      if (!res.writableFinished) this.recall.take(new CallerGone());
      this.end();
    });
  }

  /** The work is done. */
  end(): void {
    this.#ended += 1;
    if (this.#ended === 2) this.#settle(this);
  }

  /** What two models are compared by in the whole answer that was given, read once. */
  comparedRows(given: Prediction): readonly AnsweredRow[] | null {
    if (this.#compared === undefined) this.#compared = answeredRows(given);
    return this.#compared;
  }

  get isAbandoned(): boolean {
    return this.recall.reason instanceof CallerGone;
  }

  /** What the log keeps of it; null for a caller who was not let in. */
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
