import type { SortOrder } from '@rowcast/contracts';
import { type SQLWrapper, sql } from 'drizzle-orm';

/** What has no value comes last either way. */
export const inOrder = (column: SQLWrapper, order: SortOrder) =>
  order === 'asc' ? sql`${column} asc nulls last` : sql`${column} desc nulls last`;
