import { z } from 'zod';
import { apiId, keyId } from './ids.ts';

export const apiKey = z
  .object({
    id: keyId,
    apiId,
    name: z.string(),
    prefix: z.string().describe('the first characters, enough to recognise the key'),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

export const createdApiKey = apiKey
  .extend({ key: z.string().describe('the whole key; shown this once') })
  .meta({ id: 'CreatedApiKey' });
