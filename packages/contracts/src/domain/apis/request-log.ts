import { z } from 'zod';
import { apiId, keyId, modelId } from '../ids.ts';

export const loggedCall = z
  .object({
    id: z.string(),
    apiId,
    at: z.iso.datetime(),
    status: z.number().int(),
    code: z.string().nullable(),
    rows: z.number().int(),
    failedRows: z
      .number()
      .int()
      .nullable()
      .describe(
        'number of stream rows that have an error instead of a prediction; null for other requests, and for streams logged before it was counted',
      ),
    warnings: z
      .number()
      .int()
      .nullable()
      .describe(
        'number of warnings, up to 1,000 for a request that is not a stream; null for rejected requests, for streams returned as CSV, and for requests logged before it was counted',
      ),
    latencyMs: z
      .number()
      .nullable()
      .describe('null for streams, because their duration depends on the caller'),
    keyId: keyId.nullable().describe('null for calls from the console'),
    keyName: z.string().nullable(),
    modelId: modelId.nullable(),
    modelVersion: z.number().int().nullable(),
    label: z.enum(['stable', 'candidate']).nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'LoggedCall' });
export type LoggedCall = z.infer<typeof loggedCall>;

export const missingCalls = z
  .object({
    calls: z.number().int().describe('requests with a response that are missing from the log'),
    texts: z.number().int().describe('requests logged without their bodies'),
    lastAt: z.iso.datetime(),
  })
  .meta({
    id: 'MissingCalls',
    description: 'What the log lacks because it could not be written in time, of the last 30 days with any.',
  });

export const loggedCallDetail = loggedCall
  .extend({
    contentType: z.string().nullable(),
    request: z
      .string()
      .nullable()
      .describe('request body with personal data masked; null if it was not stored'),
    response: z.string().nullable(),
    masked: z.boolean().describe('whether personal data was masked'),
    replayable: z.boolean(),
  })
  .meta({ id: 'LoggedCallDetail' });
