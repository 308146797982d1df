import type { z } from 'zod';

/** What is wrong where a schema has no sentence of its own; for `safeParse` and for the forms' resolver, as `error`. */
export function plainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const missing = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (missing && issue.input === undefined) return 'This field is required';
  if (issue.code === 'too_big' && issue.origin === 'string') return `Use ${issue.maximum} characters at most`;
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.input === '' ? 'This field is required' : `Use at least ${issue.minimum} characters`;
  return undefined;
}
