import { z } from 'zod';
import { apiId } from '../domain/ids.ts';
import { username } from '../domain/people/user.ts';
import { editApiForm } from './apis/apis.ts';
import { auditScreenRoute } from './people/audit.ts';
import { defineRoute } from './route.ts';

/** What prefills the edit form of the console. */
export const apiForm = z
  .object({
    name: z.string(),
    status: z.enum(['active', 'inactive']),
    username,
    model_name: z.string().describe("the shown model's name, else the API's"),
  })
  .meta({ id: 'ApiForm' });

/** The calls that screens make below /api rather than /api/v1. */
export const screenRoutes = {
  listAuditLogs: auditScreenRoute,
  getApiForm: defineRoute({
    id: 'getApiForm',
    method: 'get',
    path: '/apis/:id',
    summary: 'Get the edit form of an API',
    description: 'Returns the fields of the edit screen.',
    tag: 'Screens',
    auth: 'session',
    params: z.object({ id: apiId }),
    status: 200,
    response: apiForm,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  updateApiByName: defineRoute({
    id: 'updateApiByName',
    method: 'put',
    path: '/:username/models/:modelName/update',
    summary: 'Update an API by model name',
    description: 'Changes the API that has a model with this name, or renames the model.',
    tag: 'Screens',
    auth: 'session',
    params: z.object({ username, modelName: z.string().min(1).max(100) }),
    body: editApiForm,
    status: 200,
    response: apiForm,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED', 'CONFLICT'],
  }),
} as const;
