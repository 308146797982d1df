import { z } from 'zod';
import { api, apiService, apiSettings, apiStatuses, apiType, apiTypes } from '../../domain/apis/api.ts';
import { deployment } from '../../domain/apis/deployment.ts';
import { apiId, modelId } from '../../domain/ids.ts';
import { callDecision } from '../../domain/predictions/decision.ts';
import { predictionRequest, predictionResponse } from '../../domain/predictions/prediction.ts';
import { paged, pageQuery } from '../paging.ts';
import { defineRoute } from '../route.ts';
import { deployErrors } from './deploy-errors.ts';

export const createApiForm = z.object({
  name: z.string().trim().min(2, 'API name must be at least 2 characters').max(100),
  description: z.string().trim().max(2000).optional(),
  type: apiType.default('prediction'),
  template: z.string().max(50).optional(),
});

/** The edit form of the console. */
export const editApiForm = z.object({
  name: z.string().trim().min(3, 'API name is required').max(100),
  status: z.enum(['active', 'inactive'], 'Status is required'),
});

export const updateApiBody = z
  .object({
    name: z.string().trim().min(3, 'API name is required').max(100),
    description: z.string().trim().max(2000),
    enabled: z.boolean().describe('off, every call is refused'),
    deprecated: z.boolean().describe('it answers still, and says in headers that it should not be used anew'),
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
          'told in the header Sunset',
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
const base = { tag: 'APIs', auth: 'session' } as const;

export const apiRoutes = {
  list: defineRoute({
    ...base,
    id: 'listApis',
    method: 'get',
    path: '/apis',
    summary: 'List APIs',
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
    summary: 'One API',
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
    summary: 'Whether the deployed model is in memory, and what loading it takes',
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
    summary: 'Change name, description, state or settings',
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
    summary: 'Delete an API with its datasets, models and keys',
    params,
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  duplicate: defineRoute({
    ...base,
    id: 'duplicateApi',
    method: 'post',
    path: '/apis/:id/duplicate',
    summary: 'Copy an API and its settings',
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
    summary: 'Serve a model, without a gap',
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
    summary:
      'Serve the model of an earlier deployment again (by default the one that was stable before; again goes further back)',
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
    summary: 'The newest 100 deployments and the live one, newest first',
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
    summary: 'Call the endpoint from the console, without a key',
    params,
    body: predictionRequest,
    verbatim: true,
    status: 200,
    response: testedCall,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;

export const predictContract = { request: predictionRequest, response: predictionResponse } as const;
