import { type SQLWrapper, sql } from 'drizzle-orm';

export type SortOrder = 'asc' | 'desc';

/** What has no value comes last either way. */
export const inOrder = (column: SQLWrapper, order: SortOrder) =>
  order === 'asc' ? sql`${column} asc nulls last` : sql`${column} desc nulls last`;
