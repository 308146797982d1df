import { sql } from 'drizzle-orm';
import { apis } from '../../db/schema/catalogue.ts';
import type { Executor } from '../../platform/db/database.ts';

/** All APIs grouped by retention in days. */
export async function apisByDaysKept(db: Executor): Promise<{ days: number; apiIds: string[] }[]> {
  const { rows } = await db.execute<{ days: number; apiIds: string[] }>(sql`
    select coalesce((settings->>'logRetentionDays')::int, 30) as days, array_agg(id) as "apiIds"
    from ${apis} group by days`);
  return rows;
}

export const olderThan = (days: number) => sql`at < now() - make_interval(days => ${days}::int)`;
