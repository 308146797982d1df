import { z } from 'zod';
import { errorBody, fieldProblem } from '../errors/body.ts';
import { type ErrorCode, errorCatalogue } from '../errors.ts';
import type { errorHeaders } from '../http/apis/prediction-headers.ts';

export const json = (schema: z.ZodType, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

/** The statuses of these errors, and of those that any call can meet. */
export function errorResponses(
  codes: readonly ErrorCode[],
  headersOf: typeof errorHeaders,
  schema: z.ZodType = errorBody,
) {
  const byStatus = Object.groupBy(
    [...codes, 'RATE_LIMITED', 'INTERNAL', 'SERVICE_UNAVAILABLE'] as ErrorCode[],
    (code) => errorCatalogue[code].status,
  );
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [
      status,
      {
        description: [...new Set(group)].join(', '),
        headers: headersOf(Number(status)),
        content: {
          'application/json': {
            schema,
            ...(schema === errorBody && { examples: examplesOf(group) }),
          },
        },
      },
    ]),
  );
}

const examplesOf = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));

/** Each error once, as it is answered. */
export const errorExamples = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, { message }]) => [
    code,
    {
      value: { error: { code }, message, detail: message, requestId: 'req_0193f5a27c3b7d10a2f4c6d8e0123456' },
    },
  ]),
);

/** An error as the Open Inference Protocol wants it. */
export const protocolErrorBody = z
  .object({
    code: z.string(),
    error: z.string(),
    fields: z.array(fieldProblem).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'ProtocolError' });
