import { plainIssue, type RouteContract, RowcastError } from '@rowcast/contracts';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { eventSink } from './event-sink.ts';
import { numberLimits } from './number-limits.ts';

const mostFields = 100;

/** Such a sentence of a schema lacks the name of what it speaks of. */
const sentenceOf = ({ path, message }: z.core.$ZodIssue): string =>
  message.startsWith('must be ') ? `${String(path.at(-1))} ${message}` : message;

function parse<T extends z.ZodType>(schema: T | undefined, value: unknown) {
  if (!schema) return undefined;
  // Asked only where a schema has no sentence of its own.
  const error: z.core.$ZodErrorMap = (issue) => plainIssue(issue) ?? numberLimits(schema, issue);
  const parsed = schema.safeParse(value, { error });
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues
    .slice(0, mostFields)
    .map((issue) => ({ field: issue.path.join('.'), message: sentenceOf(issue) }));
  throw new RowcastError('VALIDATION_FAILED', { fields, cause: parsed.error });
}

/** A path whose id can't be one names nothing. */
function parseParams(contract: RouteContract, req: Request) {
  const parsed = contract.params?.safeParse(req.params);
  if (parsed && !parsed.success) throw new RowcastError('NOT_FOUND', { cause: parsed.error });
  return parsed?.data;
}

export const parseInput = (contract: RouteContract, req: Request, res: Response) => ({
  params: parseParams(contract, req),
  query: parse(contract.query, req.query),
  body: parse(contract.body, req.body ?? {}),
  file: req.uploaded,
  sink: contract.stream && eventSink(req, res),
});
