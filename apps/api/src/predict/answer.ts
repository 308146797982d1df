import { RowcastError } from '@rowcast/contracts';
import { newId } from '../platform/ids.ts';
import type { Services } from '../platform/services.ts';
import type { LiveRoute } from './repository.ts';

export interface Question {
  body: Buffer;
  contentType: string;
  requestId: string;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
}

export interface Prediction {
  id: string;
  status: number;
  contentType: string;
  body: Buffer;
  /** The error's code, where the rows were refused. */
  code: string | null;
  rows: number;
}

const bodyCode = /"code":\s*"([A-Z_]+)"/;

/** A bundle that is gone or damaged is nothing that the caller can mend. */
const isCallersFault = (code: string) => code !== 'NOT_FOUND' && !code.startsWith('BUNDLE_');

/** The model server's bytes with id and version put in front of them; nothing is parsed again. */
function wrap(id: string, version: number, answer: Buffer): Buffer {
  const head = `{"id":"${id}","model":{"version":"v${version}"},`;
  return Buffer.concat([Buffer.from(head), answer.subarray(answer.indexOf('{') + 1)]);
}

/** Asks the deployed model. Refused rows come back as an answer; outages are thrown. */
export async function answerPrediction(
  { modelServer }: Pick<Services, 'modelServer'>,
  { enabled, settings, model }: LiveRoute,
  { body, contentType, requestId, signal }: Question,
): Promise<Prediction> {
  if (!enabled) throw new RowcastError('API_DISABLED');
  if (!model?.bundleHash) throw new RowcastError('API_NOT_DEPLOYED');
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), settings.requestTimeout * 1000);
  const leave = () => timeout.abort();
  signal.addEventListener('abort', leave, { once: true });
  try {
    const answer = await modelServer.predict(model.bundleHash, body, contentType, requestId, timeout.signal);
    const id = newId('prediction');
    if (answer.status === 200) {
      const wrapped = wrap(id, model.version, answer.body);
      return { ...answer, id, body: wrapped, code: null, rows: answer.rows };
    }
    const code = bodyCode.exec(answer.body.toString('latin1', 0, 200))?.[1] ?? null;
    if (!code || !isCallersFault(code)) {
      const cause = new Error(`the model server answered ${answer.status} ${code}`);
      throw new RowcastError('MODEL_SERVER_UNAVAILABLE', { cause, retryAfterSeconds: 3 });
    }
    return { ...answer, id, code, rows: 0 };
  } catch (error) {
    if (timeout.signal.aborted && !signal.aborted) throw new RowcastError('MODEL_SERVER_TIMEOUT');
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}
