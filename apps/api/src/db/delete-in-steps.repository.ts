import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '../platform/db/database.ts';

const maxAtOnce = 20_000;

/** Deletes rows in batches, one statement each, so that locks are short and progress is kept. */
export async function deleteInSteps(db: Executor, from: PgTable | SQL, condition: SQL): Promise<void> {
  for (let deleted = maxAtOnce; deleted === maxAtOnce; ) {
    const { rowCount } = await db.execute(sql`
      delete from ${from} where ctid = any(array(select ctid from ${from} where ${condition} limit ${maxAtOnce}))`);
    deleted = rowCount ?? 0;
  }
}
