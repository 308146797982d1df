import { z } from 'zod';

const required = 'This field is required';

/** The message for a missing string: the same as for an empty one, if its schema defines one. */
function absence({ inst }: z.core.$ZodRawIssue): string {
  if (!(inst instanceof z.ZodString)) return required;
  const asEmpty = inst.safeParse('', { error: () => required });
  // A format message would not help someone who has not entered anything.
  return asEmpty.error?.issues.find(({ code }) => code !== 'invalid_format')?.message ?? required;
}

/** Default validation messages, where a schema defines none. Pass it as `error` to `safeParse` or the forms' resolver. */
export function plainIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const missing = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (missing && issue.input === undefined) return absence(issue);
  if (issue.code === 'too_big' && issue.origin === 'string') return `Use at most ${issue.maximum} characters`;
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.input === '' ? required : `Use at least ${issue.minimum} characters`;
  return undefined;
}
