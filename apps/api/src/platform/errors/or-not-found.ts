import { RowcastError } from '@rowcast/contracts';

/** Throws NOT_FOUND for a missing row. Rows of other workspaces count as missing. */
export function orNotFound<T>(found: T | null | undefined): T {
  if (!found) throw new RowcastError('NOT_FOUND');
  return found;
}
