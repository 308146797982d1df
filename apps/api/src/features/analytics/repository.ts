import type { DailyFigures } from '@rowcast/contracts';
import { sql } from 'drizzle-orm';
import { apiLatency, apiRefusals, apiUsage } from '../../db/schema/operations.ts';
import type { Executor } from '../../platform/db/database.ts';
import { percentile } from '../apis/index.ts';

type Day = DailyFigures['days'][number];
export type Refusal = Omit<DailyFigures['refusals'][number], 'status'>;

const inSpan = (apiId: string, from: string, to: string) => sql`api_id = ${apiId}
  and hour >= ${from}::timestamp at time zone 'UTC'
  and hour < (${to}::timestamp + interval '1 day') at time zone 'UTC'`;
const day = sql`(hour at time zone 'UTC')::date`;

export function analyticsRepository(db: Executor, workspaceId: string) {
  return {
    /** Of an API that the caller has found in the workspace; percentiles of whole days in the kept histograms. */
    async days(apiId: string, from: string, to: string, now: Date): Promise<Day[]> {
      const here = inSpan(apiId, from, to);
      const { rows } = await db.execute(sql`
        with usage as (
          select ${day} as day, sum(calls)::float8 as calls, sum(errors)::float8 as errors, sum(rows)::float8 as rows
          from ${apiUsage} where workspace_id = ${workspaceId} and ${here} group by day),
        histogram as (
          select ${day} as day, bucket, sum(sum(calls)) over (partition by ${day} order by bucket) as seen,
            sum(sum(calls)) over (partition by ${day}) as total
          from ${apiLatency} where ${here} group by day, bucket),
        times as (
          select day, ${percentile(0.5)} as p50, ${percentile(0.95)} as p95 from histogram
          where day >= (${now.toISOString()}::timestamptz at time zone 'UTC') - interval '30 days' group by day)
        select to_char(span.day, 'YYYY-MM-DD') as date, coalesce(u.calls, 0) as calls, coalesce(u.errors, 0) as errors,
          coalesce(u.rows, 0) as rows, t.p50 as "p50Ms", t.p95 as "p95Ms"
        from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as span(day)
        left join usage u on u.day = span.day left join times t on t.day = span.day order by span.day`);
      return rows as unknown as Day[];
    },

    /** Likewise, by day and code. */
    async refusals(apiId: string, from: string, to: string): Promise<Refusal[]> {
      const { rows } = await db.execute(sql`
        select to_char(${day}, 'YYYY-MM-DD') as date, code, sum(calls)::float8 as calls
        from ${apiRefusals} where ${inSpan(apiId, from, to)} group by date, code order by date, code`);
      return rows as unknown as Refusal[];
    },
  };
}
