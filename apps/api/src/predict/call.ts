import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RowcastError } from '@rowcast/contracts';
import { newId } from '../platform/ids.ts';
import { CallerGone } from '../platform/model-server/server.ts';
import { Recall } from '../platform/model-server.ts';
import { type Prediction, warningsOf } from './answer.ts';
import { type AnsweredRow, answeredRows } from './answered-rows.ts';
import type { CallLimits } from './call-limits.ts';
import { replayedCode } from './call-sums.ts';
import { keptForm, plainForm } from './form.ts';
import type { KeyRoute, LiveRoute, Variant } from './live-route.ts';
import type { Call } from './logged-call.ts';
import type { HeaderList } from './respond.ts';
import type { StreamSample } from './stream-sample.ts';

const mostTextBytes = 16_384;

/** Bytes that the log can hold as text: not too many, without NUL, and UTF-8 where they were something else. */
function textOf(bytes: Buffer | null): Buffer | null {
  if (!bytes || bytes.length > mostTextBytes || bytes.includes(0)) return null;
  return isUtf8(bytes) ? bytes : Buffer.from(bytes.toString('utf8'));
}

/** How the log tells of an answer that its caller did not wait for. */
export const callerGone = { status: 499, code: 'CALLER_GONE' } as const;

/** One call on its way from the socket to the log. */
export class PredictCall {
  readonly started = performance.now();
  readonly recall = new Recall();
  readonly headers: HeaderList;
  key: KeyRoute | null = null;
  route: LiveRoute | null = null;
  variant: Variant | null = null;
  limits: CallLimits | null = null;
  body: Buffer | null = null;
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
    const { key, route, variant, requestId, body, contentType, answer } = this;
    if (!key || !route) return null;
    const keep = (bytes: Buffer | null) => (route.settings.loggingEnabled ? textOf(bytes) : null);
    const isPrediction = 'id' in outcome;
    const request = keep(body);
    return {
      id: isPrediction && !this.replayed ? outcome.id : newId('prediction'),
      workspaceId: route.workspaceId,
      apiId: route.apiId,
      keyId: key.keyId,
      modelId: variant?.modelId ?? null,
      status: outcome.status,
      code: this.replayed ? replayedCode : outcome.code,
      rows: isPrediction ? outcome.rows : 0,
      latencyMs,
      at,
      requestId,
      label: variant?.label ?? null,
      score,
      warnings: isPrediction ? warningsOf(outcome) : null,
      failedRows: isPrediction ? (outcome.streamed?.failedRows ?? null) : null,
      contentType,
      asked: request && keptForm(this.form),
      request,
      response: keep(answer),
      rolloutId: route.rollout?.id ?? null,
    };
  }
}
