import type { Overview } from '@rowcast/contracts';
import { type SQL, sql } from 'drizzle-orm';
import { apis, datasets, models } from '../../db/schema/catalogue.ts';
import { apiUsage, requestLog } from '../../db/schema/operations.ts';
import type { Executor } from '../../platform/db/database.ts';
import { apiStatus } from '../apis/index.ts';

type Totals = Omit<Overview['checklist'], 'createdApi' | 'uploadedDataset'> & {
  totalApis: number;
  activeApis: number;
  totalRequests: number;
  avgResponseMs: number | null;
  uptime: number | null;
};

type TopApi = Overview['topApis'][number];
type Traffic = Omit<Overview['traffic'][number], 'at'> & { at: Date };

/**
 * Bounded work whatever the traffic: counts come from the hourly sums, things from their rows. Calls of the test console are
 * in the log alone, which forgets.
 */
export function overviewRepository(db: Executor, workspaceId: string) {
  const rows = async <T>(query: SQL) => (await db.execute(query)).rows as T[];
  return {
    async totals(): Promise<Totals> {
      const [row] = await rows<Totals>(sql`
        with usage as (
          select coalesce(sum(calls), 0)::float8 as calls, coalesce(sum(errors), 0)::float8 as errors,
            sum(latency_sum_ms) filter (where hour > now() - interval '24 hours') as latency,
            sum(timed) filter (where hour > now() - interval '24 hours') as timed
          from ${apiUsage} where workspace_id = ${workspaceId})
        select
          (select count(*)::int from ${apis} where workspace_id = ${workspaceId}) as "totalApis",
          (select count(*)::int from ${apis} where workspace_id = ${workspaceId}
            and live_deployment_id is not null and enabled and not deprecated) as "activeApis",
          usage.calls as "totalRequests",
          (usage.latency / nullif(usage.timed, 0))::float8 as "avgResponseMs",
          1 - usage.errors / nullif(usage.calls, 0) as "uptime",
          (select id from ${apis} where workspace_id = ${workspaceId} order by ${apis.createdAt} desc limit 1) as "latestApiId",
          (select id from ${datasets} where workspace_id = ${workspaceId} and status = 'ready'
            order by ${datasets.uploadedAt} desc limit 1) as "latestDatasetId",
          exists (select 1 from ${models} where workspace_id = ${workspaceId} and status = 'ready') as "trainedModel",
          exists (select 1 from ${apis} where workspace_id = ${workspaceId} and live_deployment_id is not null) as "deployed",
          usage.calls > 0 or exists (select 1 from ${requestLog} l join ${apis} a on a.id = l.api_id where a.workspace_id = ${workspaceId}) as "calledEndpoint"
        from usage`);
      if (!row) throw new Error('totals always have one row');
      return row;
    },

    traffic: () =>
      rows<Traffic>(sql`
        select hours.at, coalesce(sum(u.calls), 0)::float8 as calls, coalesce(sum(u.errors), 0)::float8 as errors,
          (sum(u.latency_sum_ms) / nullif(sum(u.timed), 0))::float8 as "latencyMs"
        from generate_series(date_trunc('hour', now(), 'UTC') - interval '23 hours', date_trunc('hour', now(), 'UTC'),
          interval '1 hour') as hours(at)
        left join ${apiUsage} u on u.workspace_id = ${workspaceId} and u.hour = hours.at
        group by hours.at order by hours.at`),

    /** Growth compares the last seven days with the seven before. */
    topApis: () =>
      rows<TopApi>(sql`
        with usage as (
          select api_id, sum(calls) as calls, sum(errors) as errors, sum(latency_sum_ms) as latency, sum(timed) as timed,
            coalesce(sum(calls) filter (where hour > now() - interval '7 days'), 0) as week,
            sum(calls) filter (where hour between now() - interval '14 days' and now() - interval '7 days') as before
          from ${apiUsage} where workspace_id = ${workspaceId} group by api_id)
        select ${apis.id}, ${apis.name}, coalesce(u.calls, 0)::float8 as requests,
          (u.latency / nullif(u.timed, 0))::float8 as "responseTimeMs",
          (1 - u.errors / nullif(u.calls, 0))::float8 as uptime,
          (u.week / nullif(u.before, 0) - 1)::float8 as growth,
          ${apiStatus} as status, ${apis.enabled}
        from ${apis} left join usage u on u.api_id = ${apis.id}
        where ${apis.workspaceId} = ${workspaceId}
        order by requests desc, ${apis.updatedAt} desc limit 5`),
  };
}
