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
  summary: 'Predict with the deployed model',
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

const lines = z.string().meta({ description: 'one JSON object a line, or CSV below a header' });
const streamed = { 'application/x-ndjson': { schema: lines }, 'text/csv': { schema: lines } };

const stream: ZodOpenApiOperationObject = {
  ...common,
  operationId: 'predictStream',
  summary: 'Predict any number of rows, answered while later ones still arrive',
  requestParams: { path: api, query: addressOptions.stream },
  parameters: [policyHeader],
  requestBody: { required: true, content: streamed },
  responses: {
    200: {
      description: 'A line for each row, in order; a row that cannot be answered has its error',
      headers: headersNamed(answerHeaders.stream),
      content: streamed,
    },
    ...errorResponses([...keyErrors, ...formErrors, 'TOO_MANY_STREAMS'], errorHeaders),
  },
};

const tensor = z.looseObject({ name: z.string(), datatype: z.string(), shape: z.array(z.number().int()) });
const inferRequest = z.looseObject({
  inputs: z.array(tensor),
  parameters: predictionOptions.pick({ threshold: true, costs: true }).loose().optional(),
});

const infer: ZodOpenApiOperationObject = {
  ...common,
  operationId: 'infer',
  summary: 'Predict by the Open Inference Protocol V2, a tensor for each field',
  requestParams: { path: api, query: addressOptions.infer },
  parameters: [idempotencyKeyHeader, policyHeader],
  requestBody: { required: true, content: json(inferRequest) },
  responses: {
    200: {
      description: 'The prediction and, for classes, their probabilities',
      headers: headersNamed(answerHeaders.infer),
      content: json(z.looseObject({ model_name: z.string(), outputs: z.array(tensor) })),
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
