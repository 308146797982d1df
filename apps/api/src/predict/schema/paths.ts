import {
  answerHeaders,
  type DocumentedError,
  errorHeaders,
  headersNamed,
  idempotencyKeyHeader,
  maxInstances,
  policyHeader,
  type Report,
} from '@rowcast/contracts';
import type { LiveRoute } from '../admission/live-route.ts';
import { addressParameters, noteSchemas, optionSchemas } from './options.ts';

export type Schema = Record<string, unknown>;

/** A recorded request and response of the documented model. */
export interface Examples {
  request: Schema;
  answer: Schema | null;
  errors: readonly Pick<DocumentedError, 'status' | 'code' | 'message' | 'body'>[];
}

export const object = (properties: Schema, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
});

export const list = (items: Schema): Schema => ({ type: 'array', items });
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Schema) => ({ 'application/json': { schema } });
const text = (description: string) => ({ schema: { type: 'string', description } });

const keyErrors = {
  400: 'The key is in the URL, or the policy is not valid',
  401: 'The key is missing, unknown, expired, revoked or belongs to another API',
  403: 'The API is turned off, or the key lacks the scope',
  408: 'The body did not arrive in time',
  409: 'No model is deployed',
  429: 'A limit was reached; see RateLimit for which one and Retry-After for when to retry',
  502: 'The model server failed',
  503: 'The model server is unreachable or busy; retry after Retry-After',
  507: "The model does not fit in the model server's memory",
};
const bodyErrors = {
  ...keyErrors,
  400: 'The body is empty or not valid JSON, the policy is not valid, or the key is in the URL',
  413: 'More than 10 MB or 10,000 rows',
  422: 'Rows or options are not valid; each problem is listed with its field and row',
  504: 'The model did not respond in time',
};

const notSpoken = 'None of the formats in Accept is supported';
const reused = 'No model is deployed, or the Idempotency-Key was used for another call';

const errors = (descriptions: Record<number, string>, schema = 'Error') =>
  Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [
      status,
      { description, headers: errorHeaders(Number(status)), content: json(named(schema)) },
    ]),
  );

const jsonLines = 'application/x-ndjson';
const sentLines = {
  [jsonLines]: text('One row per line, each a JSON object.'),
  'text/csv': text(
    'A header line with the field names, then rows, separated by commas, semicolons, tabs or pipes.',
  ),
};
const answeredCsv = {
  'text/csv': text(
    'A header line, then one prediction per line, in order, with the same separator as the rows.',
  ),
};

/** Adds recorded responses to the statuses. */
function withErrors(
  responses: Record<string, { content?: Schema }>,
  { errors: found }: Pick<Examples, 'errors'>,
) {
  for (const [status, { content }] of Object.entries(responses)) {
    const here = found.filter((each) => each.status === Number(status));
    if (here.length === 0 || !content) continue;
    const examples = Object.fromEntries(
      here.map(({ code, message, body }) => [code, { summary: message, value: body }]),
    );
    Object.assign(content['application/json'] as Schema, { examples });
  }
  return responses;
}

const predict = (report: Report, { request, answer, errors: found }: Examples) => ({
  operationId: 'predict',
  summary: `Predict ${report.target}`,
  parameters: [...addressParameters('predict', report), idempotencyKeyHeader, policyHeader],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          anyOf: [
            object(
              {
                instances: { ...list(named('Row')), minItems: 1, maxItems: maxInstances },
                options: named('Options'),
              },
              ['instances'],
            ),
            named('Row'),
          ],
        },
        example: request,
      },
      ...sentLines,
    },
  },
  responses: {
    200: {
      description: 'One prediction per row, in order, in the format that Accept requests',
      headers: headersNamed(answerHeaders.predict),
      content: {
        'application/json': { schema: named('Answer'), ...(answer && { example: answer }) },
        [jsonLines]: text('One prediction per line, in order.'),
        ...answeredCsv,
      },
    },
    ...withErrors(
      errors({
        ...bodyErrors,
        406: notSpoken,
        409: reused,
        415: 'Neither JSON, NDJSON (one JSON object per line) nor CSV',
      }),
      { errors: found },
    ),
  },
});

const stream = (report: Report) => ({
  operationId: 'predictStream',
  summary: `Predict ${report.target} for any number of rows, streamed while later rows still arrive`,
  parameters: [...addressParameters('stream', report), policyHeader],
  requestBody: { required: true, content: sentLines },
  responses: {
    200: {
      description: 'One line per row. If the stream ends early, its last line is the error',
      headers: headersNamed(answerHeaders.stream),
      content: {
        [jsonLines]: text(
          'One prediction per line, in order. A row that cannot be predicted returns its error.',
        ),
        ...answeredCsv,
      },
    },
    ...errors({
      ...keyErrors,
      406: notSpoken,
      415: 'Neither NDJSON (one JSON object per line) nor CSV',
      422: 'An option is not valid',
      429: 'A limit was reached, or the key has too many open streams; see Retry-After',
    }),
  },
});

/** Data types of the Open Inference Protocol by field kind. */
const datatypes = { number: 'FP64', boolean: 'BOOL', category: 'BYTES', text: 'BYTES', datetime: 'BYTES' };

const infer = (report: Report) => ({
  operationId: 'infer',
  summary: `Predict ${report.target} with the Open Inference Protocol V2, one tensor per field`,
  parameters: [...addressParameters('infer', report), idempotencyKeyHeader, policyHeader],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: object({ inputs: list(named('Tensor')), parameters: named('Decisions') }, ['inputs']),
        example: {
          inputs: report.fields.map(({ name, kind, example }) => ({
            name,
            datatype: datatypes[kind],
            shape: [1],
            data: [example],
          })),
        },
      },
      'application/octet-stream': {
        schema: {
          type: 'string',
          format: 'binary',
          description: 'JSON of the length given in Inference-Header-Content-Length, then binary tensors.',
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The prediction and, for classification, the class probabilities',
      headers: headersNamed(answerHeaders.infer),
      content: json(
        object(
          {
            model_name: { type: 'string' },
            model_version: { type: 'string' },
            id: { type: 'string' },
            outputs: list(named('Tensor')),
          },
          ['model_name', 'outputs'],
        ),
      ),
    },
    ...errors(
      {
        ...bodyErrors,
        409: reused,
        415: 'Neither JSON nor JSON with binary tensors',
      },
      'ProtocolError',
    ),
  },
});

/** Schemas that the paths refer to. */
export const pathSchemas = (report: Report) => ({
  ...optionSchemas(report),
  ...noteSchemas,
  Tensor: object(
    {
      name: { type: 'string' },
      datatype: { type: 'string' },
      shape: list({ type: 'integer' }),
      data: { type: 'array' },
    },
    ['name', 'datatype', 'shape'],
  ),
  ProtocolError: object(
    {
      code: { type: 'string' },
      error: { type: 'string' },
      message: { type: 'string' },
      detail: { type: 'string' },
      requestId: { type: 'string' },
      fields: list(named('Problem')),
    },
    ['code', 'error', 'message', 'detail', 'requestId'],
  ),
});

/** The endpoint of an API. */
export const pathsOf = (apiId: string) => ({
  predict: `/api/v1/predict/${apiId}`,
  stream: `/api/v1/predict/${apiId}/stream`,
  infer: `/v2/models/${apiId}/infer`,
  openapi: `/api/v1/predict/${apiId}/openapi.json`,
});

/** A row that gives no warning. */
export const exampleRequest = ({ fields }: Pick<Report, 'fields'>) => ({
  instances: [Object.fromEntries(fields.map((field) => [field.name, field.example]))],
});

/** The predict calls of one API. */
export function documentPaths({ apiId }: LiveRoute, report: Report, examples?: Examples): Schema {
  const paths = pathsOf(apiId);
  const plain = { request: exampleRequest(report), answer: null, errors: [] };
  return {
    [paths.predict]: { post: predict(report, examples ?? plain) },
    [paths.stream]: { post: stream(report) },
    [paths.infer]: { post: infer(report) },
  };
}
