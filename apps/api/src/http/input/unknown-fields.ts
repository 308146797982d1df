import type { FieldProblem } from '@rowcast/contracts';
import { z } from 'zod';
import { probablyMeant } from '../../platform/text/did-you-mean.ts';
import { shortened } from '../../platform/text/truncate.ts';

const maxListed = 20;

function advice(name: string, known: readonly string[]): string {
  const meant = probablyMeant(name, known);
  if (meant) return `Did you mean "${meant}"?`;
  if (known.length === 0) return 'Remove it: no fields are accepted here.';
  const more = known.length > maxListed ? ', …' : '';
  return `Remove it, or use one of: ${known.slice(0, maxListed).join(', ')}${more}.`;
}

/** What an object takes, by the list of keys that it does not: an issue no longer knows its schema once it is final. */
export type Takes = WeakMap<readonly string[], readonly string[]>;

/** Remembers what the object of an issue takes. */
export function noteTaken(takes: Takes, issue: z.core.$ZodRawIssue): void {
  if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject)
    takes.set(issue.keys, Object.keys(issue.inst.shape));
}

/** A problem for each of the first unknown keys of one object, with its path and the name that was probably meant. */
export const unknownFields = (
  takes: Takes,
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  most: number,
): FieldProblem[] =>
  keys.slice(0, most).map((key) => {
    const field = [...path, shortened(key)].join('.');
    return { field, message: `Unknown field "${field}". ${advice(key, takes.get(keys) ?? [])}` };
  });
