import type { TestApp } from './app.ts';

/** How many connections to the database wait until another lets go of a lock. */
export async function waitingForLocks({ sql }: Pick<TestApp, 'sql'>): Promise<number> {
  const { rows } = await sql.query(
    "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows[0].n;
}
