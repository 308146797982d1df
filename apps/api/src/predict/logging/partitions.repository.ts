import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { deleteInSteps } from '../../db/delete-in-steps.repository.ts';
import { apis } from '../../db/schema/catalogue.ts';
import { requestLog } from '../../db/schema/operations.ts';
import { type Database, type Executor, sqlState } from '../../platform/db/database.ts';
import { apisByDaysKept, olderThan } from './retention.repository.ts';

const daysAhead = 3;

/** Creates partitions ahead of time, so that no call waits for one. */
export const prepareLog = (db: Executor) =>
  db.execute(sql`
    select ensure_request_log_day((now() at time zone 'UTC')::date + ahead) from generate_series(0, ${daysAhead}) ahead`);

/** Daily partitions of the log, including those being detached after a crash. */
const logDays = sql`
  select c.relname as name, i.inhrelid is not null as "isPart", coalesce(i.inhdetachpending, false) as "isLeaving"
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid
  where pg_table_is_visible(c.oid) and c.relkind = 'r' and c.relname ~ '^request_log_[0-9]{8}$'`;

/** A longer read postpones the drop to the next run. */
const patience = sql`set lock_timeout = '10s'`;

/**
 * Drops daily partitions that no API retains. Each is detached first: dropping an attached one would block all calls
 * behind readers of the log. A partition that is being detached is dropped even if an API now retains it.
 */
export async function dropOldDays({ $client: pool }: Database): Promise<void> {
  const client = await pool.connect();
  const db = drizzle(client);
  try {
    await db.execute(patience);
    const { rows } = await db.execute<{ name: string; isPart: boolean; isLeaving: boolean }>(sql`
      ${logDays} and (i.inhdetachpending or to_date(right(c.relname, 8), 'YYYYMMDD') < (now() at time zone 'UTC')::date - (
        select greatest(30, max((settings->>'logRetentionDays')::int)) from ${apis}))
      order by "isLeaving" desc, name`);
    for (const { name, isPart, isLeaving } of rows) {
      const day = sql.identifier(name);
      const how = sql.raw(isLeaving ? 'finalize' : 'concurrently');
      if (isPart) await db.execute(sql`alter table ${requestLog} detach partition ${day} ${how}`);
      await db.execute(sql`drop table if exists ${day}`);
    }
  } finally {
    // Close the connection, since its settings must not leak into the pool.
    client.release(true);
  }
}

const isGone = '42P01';

/** Deletes calls partition by partition. A partition may be dropped meanwhile. */
async function eraseFromDays(db: Executor, condition: SQL): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`${logDays} order by name`);
  for (const { name } of rows)
    await deleteInSteps(db, sql`${sql.identifier(name)}`, condition).catch((error) => {
      if (sqlState(error) !== isGone) throw error;
    });
}

export async function eraseCalls(db: Executor, apiIds: readonly string[]): Promise<void> {
  if (apiIds.length > 0) await eraseFromDays(db, sql`api_id = any(${sql.param(apiIds)})`);
}

/** Expired calls on days that another API still retains. */
export async function eraseOldCalls(db: Executor): Promise<void> {
  for (const { days, apiIds } of await apisByDaysKept(db))
    await eraseFromDays(db, sql`api_id = any(${sql.param(apiIds)}) and ${olderThan(days)}`);
}

/** Calls can be logged after their API was deleted. One index lookup per API finds them. */
export async function eraseOrphans(db: Executor): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive logged as (
      (select api_id as id from ${requestLog} order by api_id limit 1)
      union all
      select (select api_id from ${requestLog} where api_id > logged.id order by api_id limit 1)
      from logged where logged.id is not null)
    select id from logged where id is not null and not exists (select from ${apis} where apis.id = logged.id)`);
  await eraseCalls(
    db,
    rows.map(({ id }) => id),
  );
}
