import { z } from 'zod';
import { apiKey, createdApiKey, keyLimit, keyScope, keyScopes } from '../../domain/apis/key.ts';
import { apiId, keyId } from '../../domain/ids.ts';
import { nameText } from '../../domain/name.ts';
import { defineRoute } from '../route.ts';

export const createKeyForm = z.object({
  name: nameText({ min: 2, tooShort: 'Key name must be at least 2 characters', max: 60 }),
});

export const createKeyBody = createKeyForm.extend({
  scopes: z
    .array(keyScope)
    .min(1, 'Choose at least one permission')
    .default([...keyScopes]),
  limit: keyLimit.nullable().default(null),
  expiresAt: z.iso
    .datetime({ offset: true })
    .refine((at) => Date.parse(at) > Date.now(), 'Expiry date must be in the future')
    .nullable()
    .default(null),
});

const longestOverlap = 30 * 86_400;

export const rotateKeyBody = z.object({
  overlapSeconds: z
    .number()
    .int()
    .min(0)
    .max(longestOverlap)
    .default(86_400)
    .describe('how long the old key works on'),
});

const params = z.object({ id: apiId });
const base = { tag: 'Keys', auth: 'session' } as const;

export const keyRoutes = {
  list: defineRoute({
    ...base,
    id: 'listKeys',
    method: 'get',
    path: '/apis/:id/keys',
    summary: 'List API keys',
    description: 'Returns the newest 500 keys of an API. Keys that ended more than 90 days ago are left out.',
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
    summary: 'Create an API key',
    description: 'Returns the key once. Only its hash is stored.',
    params,
    body: createKeyBody,
    status: 201,
    response: createdApiKey,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  rotate: defineRoute({
    ...base,
    id: 'rotateKey',
    method: 'post',
    path: '/apis/:id/keys/:keyId/rotate',
    summary: 'Rotate an API key',
    description: 'Creates a successor. The old key keeps working for the overlap that is sent.',
    params: params.extend({ keyId }),
    body: rotateKeyBody,
    status: 201,
    response: createdApiKey,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED', 'CONFLICT'],
  }),
  revoke: defineRoute({
    ...base,
    id: 'revokeKey',
    method: 'delete',
    path: '/apis/:id/keys/:keyId',
    summary: 'Revoke an API key',
    description: 'The key stops working at once.',
    params: params.extend({ keyId }),
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
