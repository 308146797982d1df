import { z } from 'zod';
import { type ErrorCode, errorBody, errorCatalogue } from '../errors.ts';

export const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

/** The statuses of these errors, and of those that any call can meet. */
export function errorResponses(codes: readonly ErrorCode[], schema: z.ZodType = errorBody) {
  const byStatus = Object.groupBy(
    [...codes, 'RATE_LIMITED', 'INTERNAL', 'SERVICE_UNAVAILABLE'] as ErrorCode[],
    (code) => errorCatalogue[code].status,
  );
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [
      status,
      { description: [...new Set(group)].join(', '), content: json(schema) },
    ]),
  );
}

/** An error as the Open Inference Protocol wants it. */
export const protocolErrorBody = z
  .object({ code: z.string(), error: z.string(), requestId: z.string().optional() })
  .meta({ id: 'ProtocolError' });
