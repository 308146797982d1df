import { sql } from 'drizzle-orm';
import { apiKeys, apis } from '../db/schema/catalogue.ts';
import { apiLatency, apiUsage, requestLog } from '../db/schema/operations.ts';
import { shadowAnswers } from '../db/schema/serving.ts';
import type { Executor } from '../platform/database.ts';
import { batchOf, type Call, type CallBatch, columnNames, columnTypes } from './call-batch.ts';

/** A call that gave the answer of an earlier one again is logged, not counted. */
export const replayedCode = 'IDEMPOTENT_REPLAY';

const noPartition = '23514';

/** Postgres's own code of what went wrong; empty for what it did not say. */
export const sqlState = (error: unknown): string =>
  ((error as Error).cause as { code?: string } | undefined)?.code ?? '';

/**
 * Logs a batch and adds it to the sums in one statement. Written twice it counts once: only rows that are new
 * in the log are added. Calls without a key (the console's), over a limit or given again are logged, not counted.
 */
export const recordCalls = (db: Executor, calls: readonly Call[]): Promise<void> =>
  recordBatch(db, batchOf(calls));

export async function recordBatch(db: Executor, batch: CallBatch, withTexts = true): Promise<void> {
  try {
    await insertBatch(db, batch.arrays(withTexts));
  } catch (error) {
    if (sqlState(error) !== noPartition) throw error;
    for (const day of batch.days) await db.execute(sql`select ensure_request_log_day(${day}::date)`);
    await insertBatch(db, batch.arrays(withTexts));
  }
}

const columns = sql.join(
  columnNames.map((name) => sql.identifier(requestLog[name].name)),
  sql`, `,
);

const addUp = sql`do update set calls = u.calls + excluded.calls, errors = u.errors + excluded.errors,
  rows = u.rows + excluded.rows, latency_sum_ms = u.latency_sum_ms + excluded.latency_sum_ms,
  timed = u.timed + excluded.timed`;

/** An array for each column, in binary: Postgres takes calls so for half of what one JSON text of them costs it. */
const insertBatch = (db: Executor, arrays: readonly Buffer[]) =>
  db.execute(sql`
    with batch as (
      select * from unnest(${sql.join(
        columnNames.map((name, at) => sql`${arrays[at]}::${sql.raw(columnTypes[name])}[]`),
        sql`, `,
      )}) as b(${columns})),
    logged as (
      insert into ${requestLog} (${columns}) select * from batch on conflict do nothing
      returning api_id, workspace_id, key_id, status, code, rows, latency_ms, at),
    counted as (
      select *, date_trunc('hour', at, 'UTC') as hour from logged
      where key_id is not null and status <> 429 and code is distinct from ${replayedCode}),
    summed as (
      insert into ${apiUsage} as u (api_id, hour, workspace_id, calls, errors, rows, latency_sum_ms, timed)
      select api_id, hour, workspace_id, count(*), count(*) filter (where status >= 500), sum(rows),
        coalesce(sum(latency_ms), 0), count(latency_ms)
      from counted group by api_id, hour, workspace_id order by api_id, hour
      on conflict (api_id, hour) ${addUp}),
    spread as (
      insert into ${apiLatency} as l (api_id, hour, bucket, calls)
      select api_id, hour, floor(8 * ln(greatest(latency_ms, 0.01)) / ln(2))::smallint as bucket, count(*)
      from counted where latency_ms is not null group by api_id, hour, bucket order by api_id, hour, bucket
      on conflict (api_id, hour, bucket) do update set calls = l.calls + excluded.calls),
    seen as (
      update ${apiKeys} k set last_used_at = greatest(k.last_used_at, c.at)
      from (select key_id, max(at) as at from counted group by key_id) c where k.id = c.key_id)
    update ${apis} a set last_used_at = greatest(a.last_used_at, c.at)
    from (select api_id, max(at) as at from counted group by api_id) c where a.id = c.api_id`);

const daysAhead = 3;

/** Makes the days to come, so that no call waits for one to be made. */
export const prepareLog = (db: Executor) =>
  db.execute(sql`
    select ensure_request_log_day((now() at time zone 'UTC')::date + ahead) from generate_series(0, ${daysAhead}) ahead`);

const fullUsageDays = 90;

/**
 * Drops whole days that no API keeps any longer, rows that their own API does not, and old histograms. Hourly sums
 * that are older than three months become one row a month, so that totals stay and the table does not grow.
 */
export async function trimLog(db: Executor): Promise<void> {
  await db.execute(sql`
    delete from ${requestLog} l using ${apis} a
    where a.id = l.api_id and l.at < now() - make_interval(days => coalesce((a.settings->>'logRetentionDays')::int, 30))`);
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_log'::regclass
      and to_date(right(c.relname, 8), 'YYYYMMDD') < (now() at time zone 'UTC')::date - (
        select greatest(30, max((settings->>'logRetentionDays')::int)) from ${apis})`);
  for (const { name } of rows) await db.execute(sql`drop table if exists ${sql.identifier(name)}`);
  await db.execute(sql`delete from ${shadowAnswers} where at < now() - interval '30 days'`);
  await db.execute(sql`delete from ${apiLatency} where hour < now() - interval '30 days'`);
  await db.execute(sql`
    with old as (
      delete from ${apiUsage} where hour < date_trunc('month', now() - make_interval(days => ${fullUsageDays}), 'UTC')
        and hour <> date_trunc('month', hour, 'UTC') returning *)
    insert into ${apiUsage} as u (api_id, hour, workspace_id, calls, errors, rows, latency_sum_ms, timed)
    select api_id, date_trunc('month', hour, 'UTC') as month, workspace_id, sum(calls), sum(errors), sum(rows),
      sum(latency_sum_ms), sum(timed) from old group by api_id, month, workspace_id
    on conflict (api_id, hour) ${addUp}`);
}
