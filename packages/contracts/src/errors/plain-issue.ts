import { z } from 'zod';

const required = 'This field is required';

/** A text that was not sent is told what an empty one is told, if its schema says so in words of its own. */
function absence({ inst }: z.core.$ZodRawIssue): string {
  if (!(inst instanceof z.ZodString)) return required;
  const asEmpty = inst.safeParse('', { error: () => required });
  // What form it should have is no answer to whoever has not sent it.
  return asEmpty.error?.issues.find(({ code }) => code !== 'invalid_format')?.message ?? required;
}

/** What is wrong where a schema has no sentence of its own; for `safeParse` and for the forms' resolver, as `error`. */
export function plainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const missing = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (missing && issue.input === undefined) return absence(issue);
  if (issue.code === 'too_big' && issue.origin === 'string') return `Use ${issue.maximum} characters at most`;
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.input === '' ? required : `Use at least ${issue.minimum} characters`;
  return undefined;
}
