import { z } from 'zod';
import { api, apiService, apiSettings, apiStatuses, apiType, apiTypes } from '../../domain/apis/api.ts';
import { deployment } from '../../domain/apis/deployment.ts';
import { apiId, modelId } from '../../domain/ids.ts';
import { nameText } from '../../domain/name.ts';
import { callDecision } from '../../domain/predictions/decision.ts';
import { predictionRequest, predictionResponse } from '../../domain/predictions/prediction.ts';
import { paged, pageQuery } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { deployErrors } from './deploy-errors.ts';

export const createApiForm = z.object({
  name: nameText({ min: 2, tooShort: 'API name must be at least 2 characters' }),
  description: z.string().trim().max(2000).optional(),
  type: apiType.default('prediction'),
  template: z.string().max(50).optional(),
});

/** The edit form of the console. */
export const editApiForm = z.object({
  name: nameText({ min: 3, tooShort: 'API name is required' }),
  status: z.enum(['active', 'inactive'], 'Status is required'),
});

export const updateApiBody = z
  .object({
    name: nameText({ min: 3, tooShort: 'API name is required' }),
    description: z.string().trim().max(2000),
    enabled: z.boolean().describe('off, every call is refused'),
    deprecated: z
      .boolean()
      .describe('it answers still, and says in headers that it should not be used repeated'),
    status: z
      .enum(['active', 'inactive', 'deprecated'])
      .describe(
        'another way to say enabled = true, enabled = false or deprecated = true, and nothing besides',
      ),
    sunset: z.iso
      .date()
      .nullable()
      .describe(
        'the day, in UTC, from which a deprecated API may no longer answer, not over when it is given; callers are ' +
          'reported in the header Sunset',
      ),
    settings: apiSettings.partial(),
  })
  .partial();

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const listApisQuery = pageQuery.extend({
  search: z.string().max(100).optional(),
  status: z.enum(['all', ...apiStatuses]).default('all'),
  type: z.enum(['all', ...apiTypes]).default('all'),
  sort: z.enum(['recent', 'name', 'usage', 'accuracy']).default('recent'),
  'dateRange[start]': moment.optional().describe('last changed from this day (UTC) or moment on'),
  'dateRange[end]': moment
    .optional()
    .describe('last changed on this day (UTC) or before, or until this moment'),
});

export const testCall = z
  .object({
    status: z.number().int(),
    latencyMs: z.number(),
    headers: z.record(z.string(), z.string()),
    body: z.unknown(),
  })
  .meta({ id: 'TestCall', description: 'What the endpoint answered.' });

export const testedCall = testCall
  .extend({
    decision: callDecision.nullable().describe('null where the model chose as it was trained, or no class'),
  })
  .meta({ id: 'TestedCall', description: 'What the endpoint answered, and what decided.' });

const params = z.object({ id: apiId });
const base = { tag: 'Apis', auth: 'session' } as const;

export const apiRoutes = {
  list: defineRoute({
    ...base,
    id: 'listApis',
    method: 'get',
    path: '/apis',
    summary: 'List APIs',
    description: "Returns a page of the workspace's APIs. Supports search, filters and sorting.",
    query: listApisQuery,
    status: 200,
    response: paged(api),
    errors: ['UNAUTHENTICATED'],
  }),
  create: defineRoute({
    ...base,
    id: 'createApi',
    method: 'post',
    path: '/apis',
    summary: 'Create an API',
    description: 'Creates an API without a model. Train or upload a model, then deploy it.',
    body: createApiForm,
    status: 201,
    response: api,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'VALIDATION_FAILED'],
  }),
  get: defineRoute({
    ...base,
    id: 'getApi',
    method: 'get',
    path: '/apis/:id',
    summary: 'Get an API',
    description: 'Returns the API with its settings, usage and deployed version.',
    params,
    status: 200,
    response: api,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  service: defineRoute({
    ...base,
    id: 'getApiService',
    method: 'get',
    path: '/apis/:id/service',
    summary: 'Get the serving state of an API',
    description: 'Returns whether the deployed model is loaded, and how much memory it needs.',
    params,
    status: 200,
    response: apiService,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'API_NOT_DEPLOYED'],
  }),
  update: defineRoute({
    ...base,
    id: 'updateApi',
    method: 'put',
    path: '/apis/:id',
    summary: 'Update an API',
    description: 'Changes name, description, status or settings. Fields that are left out keep their values.',
    params,
    body: updateApiBody,
    status: 200,
    response: api,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED', 'CONFLICT'],
  }),
  remove: defineRoute({
    ...base,
    id: 'deleteApi',
    method: 'delete',
    path: '/apis/:id',
    summary: 'Delete an API',
    description: 'Deletes the API with its datasets, models, keys and logs. Cannot be undone.',
    params,
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  duplicate: defineRoute({
    ...base,
    id: 'duplicateApi',
    method: 'post',
    path: '/apis/:id/duplicate',
    summary: 'Duplicate an API',
    description: 'Copies the API and its settings, without models, keys and logs.',
    params,
    status: 201,
    response: api,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  deploy: defineRoute({
    ...base,
    id: 'deployApi',
    method: 'post',
    path: '/apis/:id/deploy',
    summary: 'Deploy a model',
    description:
      'Verifies and loads the model, runs the release checks, then switches traffic without downtime. Without a model id, deploys the newest model.',
    params,
    body: z.object({ modelId: modelId.optional().describe('by default the newest that is ready') }),
    status: 200,
    response: deployment,
    errors: [...deployErrors, 'VALIDATION_FAILED'],
  }),
  rollback: defineRoute({
    ...base,
    id: 'rollbackApi',
    method: 'post',
    path: '/apis/:id/rollback',
    summary: 'Roll back to an earlier deployment',
    description:
      'Redeploys the previous stable model, or the deployment that is named. Repeat the call to go further back.',
    params,
    body: z.object({ deploymentId: z.string().optional() }),
    status: 200,
    response: deployment,
    errors: [...deployErrors, 'NOTHING_TO_ROLL_BACK', 'CONFLICT'],
  }),
  deployments: defineRoute({
    ...base,
    id: 'listDeployments',
    method: 'get',
    path: '/apis/:id/deployments',
    summary: 'List deployments',
    description: 'Returns the live deployment and the newest 100 others, newest first.',
    params,
    status: 200,
    response: z.object({ data: z.array(deployment) }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  testEndpoint: defineRoute({
    ...base,
    id: 'testEndpoint',
    method: 'post',
    path: '/apis/:id/test-endpoint',
    summary: 'Send a test request',
    description: "Calls the endpoint from the console with the caller's session instead of an API key.",
    params,
    body: predictionRequest,
    verbatim: true,
    status: 200,
    response: testedCall,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;

export const predictContract = { request: predictionRequest, response: predictionResponse } as const;
