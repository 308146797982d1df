import { type ErrorCode, errorBody, errorCatalogue, RowcastError } from '@rowcast/contracts';
import { newId } from '../platform/ids.ts';
import type { Recall } from '../platform/model-server.ts';
import type { Services } from '../platform/services.ts';
import { withDecision } from './decision.ts';
import type { LiveRoute, Variant } from './repository.ts';

export interface Question {
  body: Buffer;
  contentType: string;
  accept: string;
  requestId: string;
  /** Options of the call, as they stood in its address. */
  query: string;
  recall: Recall;
}

export interface Prediction {
  id: string;
  status: number;
  contentType: string;
  body: Buffer;
  /** The error's code, where the rows were refused. */
  code: string | null;
  rows: number;
  version: number;
}

const bodyCode = /"code":\s*"([A-Z_]+)"/;

/** A bundle that is gone or damaged is nothing that the caller can mend. */
const isCallersFault = (code: string) => code !== 'NOT_FOUND' && !code.startsWith('BUNDLE_');

/** The model server's bytes with id and version put in front of them; nothing is parsed again. */
function wrap(id: string, version: number, answer: Buffer): Buffer {
  const head = `{"id":"${id}","model":{"version":"v${version}"},`;
  const start = answer.indexOf(0x7b) + 1;
  const wrapped = Buffer.allocUnsafe(head.length + answer.length - start);
  wrapped.write(head, 0, 'latin1');
  answer.copy(wrapped, head.length, start);
  return wrapped;
}

const silent = 'The rows do not match what the model expects. This API names no fields in its errors.';

const redactedError = (code: ErrorCode) =>
  new RowcastError(code, code === 'ROW_INVALID' ? { message: silent } : {});

/** The code and its general sentence, without what would tell of the model's fields. */
function redact(body: Buffer, requestId: string): Buffer {
  const { code } = errorBody.parse(JSON.parse(body.toString('utf8'))).error;
  const plain = redactedError(code in errorCatalogue ? (code as ErrorCode) : 'ROW_INVALID');
  return Buffer.from(JSON.stringify(plain.toBody(requestId)));
}

/** Asks one of the API's models. Refused rows come back as an answer; outages are thrown. */
export async function answerPrediction(
  { modelServer }: Pick<Services, 'modelServer'>,
  { enabled, settings }: LiveRoute,
  variant: Variant | null,
  { recall, ...question }: Question,
): Promise<Prediction> {
  if (!enabled) throw new RowcastError('API_DISABLED');
  if (!variant) throw new RowcastError('API_NOT_DEPLOYED');
  const timeoutMs = settings.requestTimeout * 1000;
  const policy = settings.inputPolicy === 'strict' ? 'strict' : '';
  const query = withDecision(question.query, settings);
  const asked = { ...question, query, policy, timeoutMs };
  const answer = await modelServer.predict(variant.bundleHash, asked, recall);
  const id = newId('prediction');
  const { version } = variant;
  if (answer.status === 200) {
    const isJson = answer.contentType.startsWith('application/json');
    const framed = isJson ? wrap(id, version, answer.body) : answer.body;
    return { ...answer, id, version, body: framed, code: null };
  }
  const code = bodyCode.exec(answer.body.toString('latin1', 0, 200))?.[1] ?? null;
  if (!code || !isCallersFault(code)) {
    const cause = new Error(`the model server answered ${answer.status} ${code}`);
    throw new RowcastError('MODEL_SERVER_FAILED', { cause, retryAfterSeconds: 3 });
  }
  const told = settings.errorDetail === 'redacted' ? redact(answer.body, question.requestId) : answer.body;
  return { ...answer, id, version, body: told, code, rows: 0 };
}
