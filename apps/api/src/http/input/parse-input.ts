import { type FieldProblem, plainIssue, type RouteContract, RowcastError } from '@rowcast/contracts';
import { strictly } from '@rowcast/contracts/http/strictly';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { eventSink } from '../output/event-sink.ts';
import { numberLimits } from './number-limits.ts';
import { noteTaken, type Takes, unknownFields } from './unknown-fields.ts';

const maxFields = 100;
const nothing = z.object({});

/** Such a sentence of a schema lacks the name of what it speaks of. */
const sentenceOf = ({ path, message }: z.core.$ZodIssue): string =>
  message.startsWith('must be ') ? `${String(path.at(-1))} ${message}` : message;

/** Cut before anything is worked out: a body holds a million keys, and advice on each would keep all calls waiting. */
function problemsOf(issues: readonly z.core.$ZodIssue[], takes: Takes): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const issue of issues) {
    const room = maxFields - problems.length;
    if (room <= 0) break;
    if (issue.code === 'unrecognized_keys') problems.push(...unknownFields(takes, issue, room));
    else problems.push({ field: issue.path.join('.'), message: sentenceOf(issue) });
  }
  return problems;
}

/** What is not named in the schema is refused: ignored, it would be believed to have taken effect. */
function parse<T extends z.ZodType>(schema: T | undefined, value: unknown) {
  if (!schema) return undefined;
  const takes: Takes = new WeakMap();
  // Asked only where a schema has no sentence of its own.
  const error: z.core.$ZodErrorMap = (issue) => {
    noteTaken(takes, issue);
    return plainIssue(issue) ?? numberLimits(schema, issue);
  };
  const parsed = strictly(schema).safeParse(value, { error });
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error.issues, takes);
  const [unknown] = parsed.error.issues.every(({ code }) => code === 'unrecognized_keys') ? problems : [];
  throw new RowcastError('VALIDATION_FAILED', {
    ...(unknown && { message: unknown.message }),
    fields: problems,
    cause: parsed.error,
  });
}

/** An invalid id in the path is NOT_FOUND. */
function parseParams(contract: RouteContract, req: Request) {
  const parsed = contract.params?.safeParse(req.params);
  if (parsed && !parsed.success) throw new RowcastError('NOT_FOUND', { cause: parsed.error });
  return parsed?.data;
}

export const parseInput = (contract: RouteContract, req: Request, res: Response) => ({
  params: parseParams(contract, req),
  query: parse(contract.query, req.query),
  body: parse(contract.body ?? nothing, req.body ?? {}),
  written: contract.verbatim && (req.written ?? Buffer.alloc(0)),
  file: req.uploaded,
  sink: contract.stream && eventSink(req, res),
});
