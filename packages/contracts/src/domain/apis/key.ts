import { z } from 'zod';
import { apiId, keyId, userId } from '../ids.ts';

export const keyScopes = ['predict', 'schema'] as const;
export const keyScope = z
  .enum(keyScopes)
  .meta({ id: 'KeyScope', description: 'predict: ask for predictions; schema: read the OpenAPI document.' });
export type KeyScope = z.infer<typeof keyScope>;

export const keyLimit = z
  .object({
    requests: z.number().int().min(1).max(1_000_000),
    window: z.number().int().min(1).max(86_400).describe('seconds'),
  })
  .meta({ id: 'KeyLimit' });

export const apiKey = z
  .object({
    id: keyId,
    apiId,
    name: z.string(),
    prefix: z.string().describe('the first characters, enough to recognise the key'),
    scopes: z.array(keyScope),
    limit: keyLimit.nullable().describe("the key's own limit, besides that of its API"),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    replacedBy: keyId.nullable().describe('the key that takes over from this one'),
    owner: z
      .object({
        id: userId,
        name: z.string(),
        isMember: z.boolean().describe('false once they left the workspace; they may still know the key'),
      })
      .nullable()
      .describe('who created the key, or took it over; null when the account is gone'),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

export const createdApiKey = apiKey
  .extend({ key: z.string().describe('the whole key; shown this once') })
  .meta({ id: 'CreatedApiKey' });
