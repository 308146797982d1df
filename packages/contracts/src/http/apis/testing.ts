import { z } from 'zod';
import { apiId, testCaseId } from '../../domain/ids.ts';
import { why } from '../../domain/models/reason.ts';
import { nameText } from '../../domain/name.ts';
import { predictionRequest } from '../../domain/predictions/prediction.ts';
import { defineRoute } from '../route.ts';
import { testCall } from './apis.ts';

export const testCase = z
  .object({
    id: testCaseId,
    apiId,
    name: z.string(),
    request: z.unknown(),
    expected: z.unknown().describe('the predictions it should give; null when only an answer is wanted'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'TestCase' });

export const createTestCaseBody = z.object({
  name: nameText({ min: 2, tooShort: 'Case name must be at least 2 characters' }),
  request: predictionRequest,
  expected: z.array(z.unknown()).max(10_000).nullable().default(null),
});

export const testCaseResult = z
  .object({
    caseId: testCaseId,
    name: z.string(),
    passed: z.boolean(),
    problem: z.string().nullable().describe('what is not as expected'),
    why,
    call: testCall,
  })
  .meta({ id: 'TestCaseResult', description: 'Its body is left out (null) where it is larger than 64 kB.' });

export const testBatchBody = z.object({
  apiId,
  requests: z
    .array(predictionRequest)
    .min(1, 'Send at least one request')
    .max(100, 'Send at most 100 requests'),
});

const params = z.object({ id: apiId });
const base = { tag: 'Testing', auth: 'session' } as const;
const refusals = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] as const;

export const testingRoutes = {
  listCases: defineRoute({
    ...base,
    id: 'listTestCases',
    method: 'get',
    path: '/apis/:id/test-cases',
    summary: 'List test cases',
    description: 'Returns the saved test cases of an API.',
    params,
    status: 200,
    response: z.object({ data: z.array(testCase) }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  createCase: defineRoute({
    ...base,
    id: 'createTestCase',
    method: 'post',
    path: '/apis/:id/test-cases',
    summary: 'Create a test case',
    description: 'Saves a request with its expected prediction.',
    params,
    body: createTestCaseBody,
    status: 201,
    response: testCase,
    errors: [...refusals, 'VALIDATION_FAILED', 'TEST_CASE_TOO_LARGE', 'TOO_MANY_TEST_CASES'],
  }),
  removeCase: defineRoute({
    ...base,
    id: 'deleteTestCase',
    method: 'delete',
    path: '/apis/:id/test-cases/:caseId',
    summary: 'Delete a test case',
    description: 'Deletes a saved test case.',
    params: params.extend({ caseId: testCaseId }),
    status: 204,
    errors: refusals,
  }),
  run: defineRoute({
    ...base,
    id: 'testApi',
    method: 'post',
    path: '/apis/:id/test',
    summary: 'Run all test cases',
    description: 'Runs every saved test case against the deployed model, for at most 25 seconds.',
    params,
    status: 200,
    response: z.object({
      passed: z.number().int(),
      failed: z.number().int(),
      data: z.array(testCaseResult),
    }),
    errors: refusals,
  }),
  batch: defineRoute({
    ...base,
    id: 'testBatch',
    method: 'post',
    path: '/test-batch',
    summary: 'Send a batch of test requests',
    description: 'Calls an endpoint several times in sequence, for at most 25 seconds.',
    body: testBatchBody,
    status: 200,
    response: z.object({ data: z.array(testCall) }),
    errors: [...refusals, 'VALIDATION_FAILED'],
  }),
  predictFile: defineRoute({
    ...base,
    id: 'predictFile',
    method: 'post',
    path: '/apis/:id/test-file',
    summary: 'Predict a file',
    description: 'Predicts the rows of a CSV or JSON Lines file and returns a file of the same format.',
    params,
    upload: true,
    body: z.object({}),
    status: 200,
    download: ['text/csv', 'application/x-ndjson'],
    made: true,
    errors: [
      ...refusals,
      'UPLOAD_MISSING',
      'UPLOAD_ABORTED',
      'FILE_TOO_LARGE',
      'FILE_EMPTY',
      'CONTENT_TYPE_UNSUPPORTED',
      'API_DISABLED',
      'API_NOT_DEPLOYED',
      'INSTANCES_INVALID',
      'ROW_INVALID',
      'BODY_NOT_JSON',
      'BODY_TOO_LARGE',
      'BODY_TIMEOUT',
      'MODEL_TOO_LARGE',
      'MODEL_SERVER_UNAVAILABLE',
      'MODEL_SERVER_BUSY',
      'MODEL_SERVER_FAILED',
      'MODEL_UNAVAILABLE',
      'MODEL_SERVER_TIMEOUT',
      'EXPORT_UNDER_WAY',
      'EXPORTS_BUSY',
    ],
  }),
  document: defineRoute({
    ...base,
    id: 'getApiOpenApi',
    method: 'get',
    path: '/apis/:id/openapi.json',
    summary: 'Get the OpenAPI document of an API',
    description: "Describes this API's predict calls, generated from the fields of its model.",
    params,
    status: 200,
    response: z.record(z.string(), z.unknown()),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'API_NOT_DEPLOYED'],
  }),
} as const;
