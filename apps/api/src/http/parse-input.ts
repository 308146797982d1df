import { plainIssue, type RouteContract, RowcastError } from '@rowcast/contracts';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { eventSink } from './event-sink.ts';
import { numberLimits } from './number-limits.ts';

const mostFields = 100;

// Schemas without a sentence of their own are given one of these.
const unspoken = /^(Too big|Too small|Invalid input)/;

function sentenceOf(schema: z.ZodType, { path, message }: z.core.$ZodIssue): string {
  if (unspoken.test(message)) return numberLimits(schema, path) ?? message;
  return message.startsWith('must be ') ? `${String(path.at(-1))} ${message}` : message;
}

function parse<T extends z.ZodType>(schema: T | undefined, value: unknown) {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { error: plainIssue });
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues
    .slice(0, mostFields)
    .map((issue) => ({ field: issue.path.join('.'), message: sentenceOf(schema, issue) }));
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
