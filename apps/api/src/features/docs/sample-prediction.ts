import { type DocumentedError, type FieldSchema, maxInstances, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { CancellationToken } from '../../platform/model-server.ts';
import { routeWithTimeout } from '../../predict/admission/live-route.ts';
import type { LiveRoute } from '../../predict/admission/repository.ts';
import { answerPrediction, type Prediction, questionOf } from '../../predict/execution/predict-rows.ts';
import { plainForm } from '../../predict/http/request-format.ts';

const maxSeconds = 10;

type Row = Record<string, unknown>;

/** The model's prediction with the settings of its API. Neither logged nor counted. */
function ask(ctx: SessionContext, route: LiveRoute, body: string): Promise<Prediction> {
  const asked = { ...routeWithTimeout(route, maxSeconds), enabled: true };
  // Others may wait for the same answer when the one who looked first has left.
  const cancellation = new CancellationToken();
  const { requestId } = ctx;
  const question = { ...questionOf(route, plainForm), body: Buffer.from(body), requestId, cancellation };
  return answerPrediction(ctx, asked, route.stable, { ...question, contentType: 'application/json' });
}

const read = ({ body }: Prediction) => JSON.parse(body.toString('utf8')) as Row;

/** What the model answers to a row of its own. Throws where it cannot be asked, or refuses. */
export async function samplePrediction(ctx: SessionContext, route: LiveRoute, request: object): Promise<Row> {
  const answer = await ask(ctx, route, JSON.stringify(request));
  if (answer.status === 200) return read(answer);
  throw new RowcastError('MODEL_SERVER_FAILED', {
    cause: new Error(`the example was answered ${answer.code}`),
  });
}

const wrong: Record<FieldSchema['kind'], unknown> = {
  number: 'many',
  boolean: 'perhaps',
  datetime: 'some day',
  category: [],
  text: [],
};

/** Bodies with which a caller can go wrong, the likelier ones first. */
function wrongBodies(row: Row, fields: readonly FieldSchema[]): string[] {
  const [first] = fields.filter(({ kind }) => kind !== 'category' && kind !== 'text').concat(fields);
  const bodies: unknown[] = [
    ...(first ? [{ instances: [row, { ...row, [first.name]: wrong[first.kind] }] }] : []),
    { instances: [row, {}] },
    { instances: [row], options: { interval: 2 } },
    { instances: [] },
  ];
  return [...bodies.map((body) => JSON.stringify(body)), '{"instances": ['];
}

const maxShown = 2_000;

/** Sends what cannot be answered and gives what came back, once for each code. */
export async function sampleErrors(
  ctx: SessionContext,
  route: LiveRoute,
  row: Row,
  fields: readonly FieldSchema[],
): Promise<DocumentedError[]> {
  const tooMany = JSON.stringify({ instances: Array(maxInstances + 1).fill({}) });
  const found = new Map<string, DocumentedError>();
  for (const request of [...wrongBodies(row, fields), tooMany]) {
    const answer = await ask(ctx, route, request);
    const { code, status } = answer;
    if (!code || found.has(code)) continue;
    const body = read(answer);
    const shown = request.length <= maxShown ? request : null;
    found.set(code, { status, code, message: String(body.message), request: shown, body });
  }
  return [...found.values()];
}
