import { z } from 'zod';
import { apiId, keyId } from '../domain/ids.ts';
import { apiKey, createdApiKey } from '../domain/key.ts';
import { defineRoute } from './route.ts';

export const createKeyForm = z.object({
  name: z.string().trim().min(2, 'Key name must be at least 2 characters').max(60),
});

const params = z.object({ id: apiId });
const base = { tag: 'Keys', auth: 'session' } as const;

export const keyRoutes = {
  list: defineRoute({
    ...base,
    id: 'listKeys',
    method: 'get',
    path: '/apis/:id/keys',
    summary: 'Keys of an API',
    params,
    status: 200,
    response: z.object({ data: z.array(apiKey) }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  create: defineRoute({
    ...base,
    id: 'createKey',
    method: 'post',
    path: '/apis/:id/keys',
    summary: 'Make a key; it is shown once',
    params,
    body: createKeyForm,
    status: 201,
    response: createdApiKey,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  revoke: defineRoute({
    ...base,
    id: 'revokeKey',
    method: 'delete',
    path: '/apis/:id/keys/:keyId',
    summary: 'Revoke a key',
    params: params.extend({ keyId }),
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
