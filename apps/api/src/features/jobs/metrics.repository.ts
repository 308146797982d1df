import { sql } from 'drizzle-orm';
import { jobs } from '../../db/schema/operations.ts';
import { rollouts } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/db/database.ts';

export interface EndedJobs {
  queue: string;
  state: string;
  jobs: number;
  /** From when they were asked for until they ended, on average. */
  seconds: number;
}

export async function endedJobs(db: Executor): Promise<EndedJobs[]> {
  const { rows } = await db.execute(sql`
    select queue, state, count(*)::int as jobs, avg(extract(epoch from finished_at - created_at))::float8 as seconds
    from ${jobs} where state <> 'waiting' and finished_at > now() - interval '1 hour' group by queue, state`);
  return rows as unknown as EndedJobs[];
}

/** Jobs that wait for their turn, which no queue in Redis knows. */
export async function undispatchedJobs(db: Executor): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ queue: string; jobs: number }>(sql`
    select queue, count(*)::int as jobs from ${jobs} where state = 'waiting' and dispatched_at is null group by queue`);
  return new Map(rows.map(({ queue, jobs }) => [queue, jobs]));
}

export interface RolloutCounts {
  mode: string;
  status: string;
  /** The code of the gate that ended them; null of others. */
  gate: string | null;
  count: number;
  /** Of the requests or keys, on average. */
  percent: number;
}

export async function rolloutCounts(db: Executor): Promise<RolloutCounts[]> {
  const { rows } = await db.execute(sql`
    select mode, status, case when status = 'rolled_back' then coalesce(why ->> 'code', 'GATE') end as gate,
      count(*)::int as count, avg(percent)::float8 as percent
    from ${rollouts} group by mode, status, gate`);
  return rows as unknown as RolloutCounts[];
}
