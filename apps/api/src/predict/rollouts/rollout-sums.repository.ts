import { sql } from 'drizzle-orm';
import { rolloutCalls, rolloutLatency, rollouts } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { RolloutSums } from './rollout-sums.ts';

/** Adds to the aggregates that gates read. */
export const addRolloutSums = (db: Executor, sums: RolloutSums) =>
  db.execute(sql`
    with sums as (select ${sums.json()}::jsonb as of),
    counted as (
      insert into ${rolloutCalls} as c (rollout_id, slot, side, calls, failed, refused, away, failed_from, failed_until,
        answered_at, scored, score_sum, score_squares, rows, differing, max_delta)
      select "rolloutId", slot, side, calls, failed, refused, away, "failedFrom", "failedUntil", "answeredAt", scored,
        "scoreSum", "scoreSquares", rows, differing, "maxDelta"
      from sums, jsonb_to_recordset(of -> 'calls') as s("rolloutId" text, slot timestamptz, side text, calls int,
        failed int, refused int, away int, "failedFrom" timestamptz, "failedUntil" timestamptz,
        "answeredAt" timestamptz, scored int, "scoreSum" float8, "scoreSquares" float8, rows int, differing int,
        "maxDelta" real)
      on conflict (rollout_id, slot, side) do update set calls = c.calls + excluded.calls,
        failed = c.failed + excluded.failed, refused = c.refused + excluded.refused, away = c.away + excluded.away,
        failed_from = least(c.failed_from, excluded.failed_from),
        failed_until = greatest(c.failed_until, excluded.failed_until),
        answered_at = greatest(c.answered_at, excluded.answered_at), scored = c.scored + excluded.scored,
        score_sum = c.score_sum + excluded.score_sum, score_squares = c.score_squares + excluded.score_squares,
        rows = c.rows + excluded.rows, differing = c.differing + excluded.differing,
        max_delta = greatest(c.max_delta, excluded.max_delta))
    insert into ${rolloutLatency} as l (rollout_id, slot, side, bucket, calls)
    select "rolloutId", slot, side, bucket, calls
    from sums, jsonb_to_recordset(of -> 'latency') as s("rolloutId" text, slot timestamptz, side text, bucket smallint,
      calls int)
    on conflict (rollout_id, slot, side, bucket) do update set calls = l.calls + excluded.calls`);

/** Gates read the last six hours. */
export async function trimRolloutSums(db: Executor): Promise<void> {
  for (const table of [rolloutCalls, rolloutLatency])
    await db.execute(sql`delete from ${table} t where slot < now() - interval '1 day'
      or not exists (select from ${rollouts} r where r.id = t.rollout_id)`);
}
