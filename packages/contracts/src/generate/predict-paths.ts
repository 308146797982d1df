import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { predictionRequest, predictionResponse } from '../domain/predictions/prediction.ts';
import { predictionOptions } from '../domain/predictions/prediction-options.ts';
import type { ErrorCode } from '../errors.ts';
import {
  answerHeaders,
  errorHeaders,
  headersNamed,
  idempotencyKeyHeader,
  policyHeader,
} from '../http/apis/prediction-headers.ts';
import { addressOptions } from '../http/query-flags.ts';
import { errorResponses, json, protocolErrorBody } from './error-responses.ts';

/** What a call with a key can meet, whatever form its rows have. */
const keyErrors = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_IN_URL',
  'API_KEY_SCOPE',
  'API_DISABLED',
  'API_NOT_DEPLOYED',
  'API_RATE_LIMITED',
  'KEY_RATE_LIMITED',
  'PLAN_QUOTA_EXCEEDED',
  'TOO_MANY_UNKNOWN_KEYS',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BODY_TIMEOUT',
  'CONTENT_TYPE_UNSUPPORTED',
  'INSTANCES_INVALID',
  'VALIDATION_FAILED',
  'OPTIONS_INVALID',
  'MODEL_SERVER_BUSY',
  'MODEL_SERVER_UNAVAILABLE',
  'MODEL_SERVER_FAILED',
  'MODEL_UNAVAILABLE',
  'MODEL_SERVER_TIMEOUT',
  'MODEL_TOO_LARGE',
] as const satisfies readonly ErrorCode[];
const bodyErrors = [
  'BODY_EMPTY',
  'BODY_NOT_JSON',
  'BODY_TOO_LARGE',
  'ROW_INVALID',
  'TOO_MANY_ROWS',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_ANSWER_NOT_KEPT',
] as const;

const formErrors = ['NOT_ACCEPTABLE'] as const;

const api = z.object({ api: z.string() });
const common = { tags: ['Predict'], security: [{ apiKey: [] }] };

const answer = {
  id: 'prd_0193f5a27c3b7d10a2f4c6d8e0123456',
  model: { version: 'v3' },
  predictions: [{ prediction: 'leaves', probabilities: { stays: 0.19, leaves: 0.81 } }],
  warnings: [],
};

const predict: ZodOpenApiOperationObject = {
  ...common,
  operationId: 'predict',
  summary: 'Predict rows',
  description:
    'Predicts up to 10,000 rows with the deployed model. Requires an API key with the predict scope. Repeat a call safely with an Idempotency-Key.',
  requestParams: { path: api, query: addressOptions.predict },
  parameters: [idempotencyKeyHeader, policyHeader],
  requestBody: {
    required: true,
    content: json(predictionRequest, { instances: [{ age: 44, city: 'Pune' }] }),
  },
  responses: {
    200: {
      description: 'One prediction per row, in order',
      headers: headersNamed(answerHeaders.predict),
      content: json(predictionResponse, answer),
    },
    ...errorResponses([...keyErrors, ...bodyErrors, ...formErrors], errorHeaders),
  },
};

const lines = z
  .string()
  .meta({ id: 'RowStream', description: 'one JSON object per line, or CSV with a header' });
const streamed = { 'application/x-ndjson': { schema: lines }, 'text/csv': { schema: lines } };

const stream: ZodOpenApiOperationObject = {
  ...common,
  operationId: 'predictStream',
  summary: 'Predict a stream of rows',
  description:
    'Predicts any number of rows and returns each prediction while later rows still arrive. Requires an API key with the predict scope.',
  requestParams: { path: api, query: addressOptions.stream },
  parameters: [policyHeader],
  requestBody: { required: true, content: streamed },
  responses: {
    200: {
      description: 'One line per row, in order. An invalid row has its error.',
      headers: headersNamed(answerHeaders.stream),
      content: streamed,
    },
    ...errorResponses([...keyErrors, ...formErrors, 'TOO_MANY_STREAMS'], errorHeaders),
  },
};

const tensor = z
  .looseObject({ name: z.string(), datatype: z.string(), shape: z.array(z.number().int()) })
  .meta({ id: 'Tensor' });
const inferRequest = z
  .looseObject({
    inputs: z.array(tensor),
    parameters: predictionOptions.pick({ threshold: true, costs: true }).loose().optional(),
  })
  .meta({ id: 'InferRequest' });
const inferResponse = z
  .looseObject({ model_name: z.string(), outputs: z.array(tensor) })
  .meta({ id: 'InferResponse' });

const inferExample = {
  inputs: [
    { name: 'age', datatype: 'FP64', shape: [1], data: [44] },
    { name: 'city', datatype: 'BYTES', shape: [1], data: ['Pune'] },
  ],
};
const inferredExample = {
  model_name: 'api_0193f5a27c3b7d10a2f4c6d8e0123456',
  outputs: [{ name: 'prediction', datatype: 'BYTES', shape: [1], data: ['leaves'] }],
};

const infer: ZodOpenApiOperationObject = {
  ...common,
  operationId: 'infer',
  summary: 'Predict with the Open Inference Protocol V2',
  description: 'Accepts one tensor per field. Requires an API key with the predict scope.',
  requestParams: { path: api, query: addressOptions.infer },
  parameters: [idempotencyKeyHeader, policyHeader],
  requestBody: { required: true, content: json(inferRequest, inferExample) },
  responses: {
    200: {
      description: 'The predictions and, for classification, the class probabilities',
      headers: headersNamed(answerHeaders.infer),
      content: json(inferResponse, inferredExample),
    },
    ...errorResponses([...keyErrors, ...bodyErrors], errorHeaders, protocolErrorBody),
  },
};

/** The calls that customers' programs make with a key. */
export const predictPaths: ZodOpenApiPathsObject = {
  '/api/v1/predict/{api}': { post: predict },
  '/api/v1/predict/{api}/stream': { post: stream },
  '/v2/models/{api}/infer': { post: infer },
};
