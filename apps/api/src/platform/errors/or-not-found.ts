import { RowcastError } from '@rowcast/contracts';

/** What was looked for, to be there: what belongs to others is none either. */
export function orNotFound<T>(found: T | null | undefined): T {
  if (!found) throw new RowcastError('NOT_FOUND');
  return found;
}
