import { z } from 'zod';
import { loggedCall, loggedCallDetail, missingCalls } from '../../domain/apis/request-log.ts';
import { apiId, keyId } from '../../domain/ids.ts';
import { defineRoute } from '../route.ts';
import { testCall } from './apis.ts';

export const logsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Where the last page ended. */
  cursor: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z~[\w-]{1,64}$/)
    .optional()
    .describe('the nextCursor of the page before'),
  status: z
    .enum(['all', 'ok', 'warned', 'partly', 'refused', 'failed', 'limited'])
    .default('all')
    .describe(
      'warned: answered with warnings, as far as they were counted; partly: streams of which rows had an error in place of a prediction',
    ),
  source: z.enum(['all', 'keys', 'console']).default('all'),
  keyId: keyId.optional(),
  label: z.enum(['all', 'stable', 'candidate']).default('all'),
  search: z.string().trim().max(100).optional().describe('start of a prediction id, a request id or a code'),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
});

const params = z.object({ id: apiId });
const one = params.extend({ callId: z.string().min(1).max(64) });
const base = { tag: 'Logs', auth: 'session' } as const;

export const replayResult = z
  .object({
    before: loggedCallDetail,
    now: testCall,
    same: z.boolean().describe('the predictions are equal'),
  })
  .meta({ id: 'Replay' });

export const logField = z
  .object({
    name: z.string(),
    visibility: z
      .enum(['show', 'hide'])
      .describe('what the log does with the field unless logFields overrides it'),
  })
  .meta({ id: 'LogField' });
export type LogField = z.infer<typeof logField>;

export const logRoutes = {
  list: defineRoute({
    ...base,
    id: 'listApiLogs',
    method: 'get',
    path: '/apis/:id/logs',
    summary: 'List logged calls',
    description: 'Returns calls to the API, newest first. Supports filters.',
    params,
    query: logsQuery,
    status: 200,
    response: z.object({
      data: z.array(loggedCall),
      nextCursor: z
        .string()
        .nullable()
        .describe(
          'null at the end of the log. With a filter, a page may be short or empty while later pages have more, since each page scans at most 200,000 calls',
        ),
      missing: missingCalls.nullable().describe('null where every call was logged'),
    }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  fields: defineRoute({
    ...base,
    id: 'listApiLogFields',
    method: 'get',
    path: '/apis/:id/log-fields',
    summary: 'List fields and their default masking',
    description:
      'Returns the columns of the tables that the newest five models were trained on, and whether the log shows or masks them by default.',
    params,
    status: 200,
    response: z.object({ data: z.array(logField) }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  get: defineRoute({
    ...base,
    id: 'getApiLog',
    method: 'get',
    path: '/apis/:id/logs/:callId',
    summary: 'Get a logged call',
    description: 'Returns the request and the response with personal data masked.',
    params: one,
    status: 200,
    response: loggedCallDetail,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  replay: defineRoute({
    ...base,
    id: 'replayApiLog',
    method: 'post',
    path: '/apis/:id/logs/:callId/replay',
    summary: 'Replay a logged call',
    description: 'Decrypts the stored input and sends it to the deployed model again.',
    params: one,
    status: 200,
    response: replayResult,
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CALL_NOT_KEPT',
      'INPUT_NOT_KEPT',
      'INPUT_NOT_READABLE',
    ],
  }),
} as const;
