import { sql } from 'drizzle-orm';
import { apiKeys, apis } from '../../db/schema/catalogue.ts';
import { apiLatency, apiUsage, loggedBatches, requestLog } from '../../db/schema/operations.ts';
import { copyingTransaction, type Database, sqlState } from '../../platform/db/database.ts';
import { dayMs } from '../../platform/time/durations.ts';
import { addRolloutSums, trimRolloutSums } from '../rollouts/rollout-sums.repository.ts';
import { trimShadowAnswers } from '../rollouts/shadow.repository.ts';
import { batchOf, type CallBatch, columnNames } from './call-batch.ts';
import type { Call } from './logged-call.ts';
import { eraseOldCalls, eraseOrphans } from './partitions.repository.ts';
import { trimRefusals } from './refusals.repository.ts';

const noPartition = '23514';

/** Logs calls and adds them to the sums. */
export const recordCalls = (db: Database, calls: readonly Call[]): Promise<void> =>
  recordBatch(db, batchOf(calls));

/** Logs a batch and updates the usage in one transaction. Idempotent. */
export async function recordBatch(db: Database, batch: CallBatch, withTexts = true): Promise<void> {
  try {
    await insertBatch(db, batch, withTexts);
  } catch (error) {
    if (sqlState(error) !== noPartition) throw error;
    for (const day of batch.days) await db.execute(sql`select ensure_request_log_day(${day}::date)`);
    await insertBatch(db, batch, withTexts);
  }
}

/** Copies without a check per row; the batch as a whole is checked for duplicates. */
const insertBatch = (db: Database, batch: CallBatch, withTexts: boolean): Promise<void> =>
  copyingTransaction(db, async (tx, copy) => {
    const { rowCount } = await tx.execute(
      sql`insert into ${loggedBatches} (id) values (${batch.id}) on conflict do nothing`,
    );
    if (!rowCount) return;
    await copy(sql`${requestLog} (${columns})`, batch.rows(withTexts));
    await tx.execute(addUp(batch.sums.json()));
    const { rollouts } = batch.sums;
    if (!rollouts.isEmpty) await addRolloutSums(tx, rollouts);
  });

const columns = sql.join(
  columnNames.map((name) => sql.identifier(requestLog[name].name)),
  sql`, `,
);

const addUsage = sql`do update set calls = u.calls + excluded.calls, errors = u.errors + excluded.errors,
  rows = u.rows + excluded.rows, latency_sum_ms = u.latency_sum_ms + excluded.latency_sum_ms,
  timed = u.timed + excluded.timed`;

const addUp = (sums: string) => sql`
  with sums as (select ${sums}::jsonb as of),
  summed as (
    insert into ${apiUsage} as u (api_id, hour, workspace_id, calls, errors, rows, latency_sum_ms, timed)
    select "apiId", hour, "workspaceId", calls, errors, rows, "latencySumMs", timed
    from sums, jsonb_to_recordset(of -> 'usage') as s("apiId" text, hour timestamptz, "workspaceId" text,
      calls bigint, errors bigint, rows bigint, "latencySumMs" float8, timed bigint)
    on conflict (api_id, hour) ${addUsage}),
  spread as (
    insert into ${apiLatency} as l (api_id, hour, bucket, calls)
    select "apiId", hour, bucket, calls
    from sums, jsonb_to_recordset(of -> 'latency') as s("apiId" text, hour timestamptz, bucket smallint, calls bigint)
    on conflict (api_id, hour, bucket) do update set calls = l.calls + excluded.calls),
  used as (select id, at from sums, jsonb_to_recordset(of -> 'used') as s(id text, at timestamptz)),
  seen as (
    update ${apiKeys} k set last_used_at = greatest(k.last_used_at, used.at) from used where k.id = used.id)
  update ${apis} a set last_used_at = greatest(a.last_used_at, used.at) from used where a.id = used.id`;

const fullUsageDays = 90;

/** The first day with hourly usage; older usage is kept by month. */
export function firstFullDay(now: Date): Date {
  const kept = new Date(now.getTime() - fullUsageDays * dayMs);
  return new Date(Date.UTC(kept.getUTCFullYear(), kept.getUTCMonth()));
}

/**
 * Removes expired rows, rows without an API, and old histograms. Hourly usage older than three months is aggregated
 * by month, so that totals stay and the table does not grow.
 */
export async function trimLog(db: Database): Promise<void> {
  await eraseOldCalls(db);
  await eraseOrphans(db);
  await trimShadowAnswers(db);
  await db.execute(sql`delete from ${apiLatency} where hour < now() - interval '30 days'`);
  await trimRolloutSums(db);
  await trimRefusals(db);
  await db.execute(sql`delete from ${loggedBatches} where at < now() - interval '1 day'`);
  await db.execute(sql`
    with old as (
      delete from ${apiUsage} where hour < date_trunc('month', now() - make_interval(days => ${fullUsageDays}), 'UTC')
        and hour <> date_trunc('month', hour, 'UTC') returning *)
    insert into ${apiUsage} as u (api_id, hour, workspace_id, calls, errors, rows, latency_sum_ms, timed)
    select api_id, date_trunc('month', hour, 'UTC') as month, workspace_id, sum(calls), sum(errors), sum(rows),
      sum(latency_sum_ms), sum(timed) from old group by api_id, month, workspace_id
    on conflict (api_id, hour) ${addUsage}`);
}
