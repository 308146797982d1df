import {
  type ApiSettings,
  type ErrorCode,
  isErrorCode,
  RowcastError,
  silentRowError,
} from '@rowcast/contracts';
import { newId } from '../../platform/ids.ts';
import { isUnusable, modelUnavailable } from '../../platform/model-server/unusable-bundle.ts';
import type { CancellationToken } from '../../platform/model-server.ts';
import type { Services } from '../../platform/services.ts';
import type { LiveRoute, Variant } from '../admission/repository.ts';
import { type Protocol, protocolError } from '../http/open-inference.ts';
import type { Form } from '../http/request-format.ts';
import type { StreamCounts } from '../streaming/stream-tally.ts';
import { withDecision } from './decision.ts';

export interface Question {
  body: Buffer;
  contentType: string;
  accept: string;
  requestId: string;
  /** Query string with the options of the call. */
  query: string;
  /** The x-rowcast-policy header; empty if there is none. */
  policy: string;
  cancellation: CancellationToken;
  /** Open Inference Protocol: name of the API and length of the JSON before binary tensors. */
  protocol?: Protocol | undefined;
}

/** Builds the model server request from the request format. */
export const questionOf = ({ apiId }: LiveRoute, { jsonBytes, ...form }: Form) => ({
  ...form,
  protocol: jsonBytes === null ? undefined : { model: apiId, jsonBytes },
});

export interface Prediction {
  id: string;
  status: number;
  contentType: string;
  body: Buffer;
  /** Error code of a rejected call. */
  code: string | null;
  rows: number;
  version: number;
  /** Whether id and version are in the body; otherwise in headers. */
  isWrapped: boolean;
  /** Length of the JSON before binary tensors. */
  jsonBytes: string | null;
  /** Warnings counted by kind; null for none. */
  warnings: string | null;
  /** Streams report warnings and row errors as they go. */
  streamed?: Omit<StreamCounts, 'rows'>;
}

/** Warnings for the log; null if the format cannot carry them. */
export function warningsOf({ status, warnings, streamed }: Prediction): number | null {
  if (streamed) return streamed.warnings;
  return status === 200 ? Number.parseInt(warnings ?? '0', 10) : null;
}

const bodyCode = /"code":\s*"([A-Z_]+)"/;

/** Prepends id and version to the model server's bytes without parsing them. */
function wrap(id: string, version: number, answer: Buffer): Buffer {
  const head = `{"id":"${id}","model":{"version":"v${version}"},`;
  const start = answer.indexOf(0x7b) + 1;
  const wrapped = Buffer.allocUnsafe(head.length + answer.length - start);
  wrapped.write(head, 0, 'latin1');
  answer.copy(wrapped, head.length, start);
  return wrapped;
}

const redactedError = (code: ErrorCode) =>
  new RowcastError(code, code === 'ROW_INVALID' ? { message: silentRowError } : {});

/** The error code and its general message, without details of the model's fields. */
function redact(code: string, { requestId, protocol }: Pick<Question, 'requestId' | 'protocol'>): Buffer {
  const plain = redactedError(isErrorCode(code) ? code : 'ROW_INVALID');
  return Buffer.from(JSON.stringify(protocol ? protocolError(plain, requestId) : plain.toBody(requestId)));
}

/** Requests predictions from a model. Invalid rows are a response; outages are thrown. */
export async function answerPrediction(
  { modelServer }: { modelServer: Pick<Services['modelServer'], 'predict'> },
  { enabled, settings, policy: apiPolicy }: LiveRoute,
  variant: Variant | null,
  question: Question,
): Promise<Prediction> {
  if (!enabled) throw new RowcastError('API_DISABLED');
  if (!variant) throw new RowcastError('API_NOT_DEPLOYED');
  const timeoutMs = settings.requestTimeout * 1000;
  const query = withDecision(question.query, variant.decision);
  const { cancellation, protocol, ...rest } = question;
  const named = protocol && { ...protocol, version: variant.version };
  const asked = { ...rest, query, apiPolicy, timeoutMs, scales: settings.autoScaling, protocol: named };
  const answer = await modelServer.predict(variant.bundleHash, asked, cancellation);
  const id = newId('prediction');
  const { version } = variant;
  if (answer.status === 200) {
    const isWrapped = !protocol && answer.contentType.startsWith('application/json');
    const body = isWrapped ? wrap(id, version, answer.body) : answer.body;
    return { ...answer, id, version, body, isWrapped, code: null };
  }
  return refused({ ...answer, id, version, isWrapped: true }, settings, question);
}

/** Converts a rejection by the model server. Server faults are thrown. */
export function refused(
  answer: Omit<Prediction, 'code'>,
  settings: ApiSettings,
  question: Pick<Question, 'requestId' | 'protocol'>,
): Prediction {
  const code = bodyCode.exec(answer.body.toString('latin1', 0, 200))?.[1] ?? null;
  if (!code || answer.status >= 500 || isUnusable(code)) {
    const cause = new Error(`the model server answered ${answer.status} ${code}`);
    if (code && isUnusable(code)) throw modelUnavailable(cause);
    if (code === 'MODEL_SERVER_BUSY') throw new RowcastError(code, { cause, retryAfterSeconds: 1 });
    if (code === 'MODEL_TOO_LARGE') throw new RowcastError(code, { cause });
    throw new RowcastError('MODEL_SERVER_FAILED', { cause, retryAfterSeconds: 3 });
  }
  const body = settings.errorDetail === 'redacted' ? redact(code, question) : answer.body;
  return { ...answer, body, code, rows: 0 };
}
