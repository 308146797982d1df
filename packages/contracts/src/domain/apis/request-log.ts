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
        'of a stream, and among its rows: those that had an error in place of a prediction; null for other calls, which are answered as a whole or not at all, and for those of before it was counted',
      ),
    warnings: z
      .number()
      .int()
      .nullable()
      .describe(
        'the first 1,000 of a call, all of a stream; null for a call that was refused, for a stream answered as CSV, which has no place for them, and for those of before they were counted',
      ),
    latencyMs: z.number().nullable().describe('null for a stream, which lasts as long as its caller sends'),
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
    calls: z.number().int().describe('answered, but in no row of the log'),
    texts: z.number().int().describe('logged without what was sent and answered'),
    lastAt: z.iso.datetime(),
  })
  .meta({
    id: 'MissingCalls',
    description: 'What the log lacks because it could not be written in time, of the last 30 days with any.',
  });

export const loggedCallDetail = loggedCall
  .extend({
    contentType: z.string().nullable(),
    request: z.string().nullable().describe('what was sent, personal data masked; null when it was not kept'),
    response: z.string().nullable(),
    masked: z.boolean().describe('something was masked'),
    replayable: z.boolean(),
  })
  .meta({ id: 'LoggedCallDetail' });
