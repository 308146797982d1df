import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { apiKeys, apis, deployments, models } from '../db/schema/catalogue.ts';
import { apiLatency, apiUsage, requestLog } from '../db/schema/operations.ts';
import type { Executor } from '../platform/database.ts';

export async function findKey(db: Executor, keyHash: string) {
  const [row] = await db
    .select({ keyId: apiKeys.id, apiId: apiKeys.apiId })
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, keyHash), isNull(apiKeys.revokedAt)));
  return row ?? null;
}
export type KeyRoute = NonNullable<Awaited<ReturnType<typeof findKey>>>;

export async function findRoute(db: Executor, apiId: string) {
  const [row] = await db
    .select({
      apiId: apis.id,
      workspaceId: apis.workspaceId,
      enabled: apis.enabled,
      settings: apis.settings,
      model: { id: models.id, version: models.version, bundleHash: models.bundleHash },
    })
    .from(apis)
    .leftJoin(deployments, eq(deployments.id, apis.liveDeploymentId))
    .leftJoin(models, eq(models.id, deployments.modelId))
    .where(eq(apis.id, apiId));
  return row ?? null;
}
export type LiveRoute = NonNullable<Awaited<ReturnType<typeof findRoute>>>;

export type Call = typeof requestLog.$inferInsert;

/**
 * Logs a batch and adds it to the sums in one statement. Written twice it counts once: only rows that are new
 * in the log are added. Calls without a key (the console's) and calls over the limit are logged, not counted.
 */
export async function recordCalls(db: Executor, calls: readonly Call[]): Promise<void> {
  const column = <K extends keyof Call>(name: K) => sql.param(calls.map((call) => call[name] ?? null));
  const times = sql.param(calls.map((call) => call.at.toISOString()));
  await db.execute(sql`
    with batch as (
      select * from unnest(${column('id')}::text[], ${column('workspaceId')}::text[], ${column('apiId')}::text[],
        ${column('keyId')}::text[], ${column('modelId')}::text[], ${column('status')}::int[],
        ${column('code')}::text[], ${column('rows')}::int[], ${column('latencyMs')}::real[], ${times}::timestamptz[])
        as b(id, workspace_id, api_id, key_id, model_id, status, code, rows, latency_ms, at)),
    logged as (
      insert into ${requestLog} (id, workspace_id, api_id, key_id, model_id, status, code, rows, latency_ms, at)
      select * from batch on conflict do nothing returning *),
    counted as (
      select *, date_trunc('hour', at, 'UTC') as hour from logged where key_id is not null and status <> 429),
    summed as (
      insert into ${apiUsage} as u (api_id, hour, workspace_id, calls, errors, rows, latency_sum_ms)
      select api_id, hour, workspace_id, count(*), count(*) filter (where status >= 500), sum(rows), sum(latency_ms)
      from counted group by api_id, hour, workspace_id order by api_id, hour
      on conflict (api_id, hour) do update set calls = u.calls + excluded.calls, errors = u.errors + excluded.errors,
        rows = u.rows + excluded.rows, latency_sum_ms = u.latency_sum_ms + excluded.latency_sum_ms),
    spread as (
      insert into ${apiLatency} as l (api_id, hour, bucket, calls)
      select api_id, hour, floor(8 * ln(greatest(latency_ms, 0.01)) / ln(2))::smallint as bucket, count(*)
      from counted group by api_id, hour, bucket order by api_id, hour, bucket
      on conflict (api_id, hour, bucket) do update set calls = l.calls + excluded.calls),
    seen as (
      update ${apiKeys} k set last_used_at = greatest(k.last_used_at, c.at)
      from (select key_id, max(at) as at from counted group by key_id) c where k.id = c.key_id)
    update ${apis} a set last_used_at = greatest(a.last_used_at, c.at)
    from (select api_id, max(at) as at from counted group by api_id) c where a.id = c.api_id`);
}

/** Drops log rows and histograms that are older; the hourly sums stay. */
export async function forgetCalls(db: Executor, keptDays: number): Promise<void> {
  const old = sql`now() - make_interval(days => ${keptDays})`;
  await db.delete(requestLog).where(lt(requestLog.at, old));
  await db.delete(apiLatency).where(lt(apiLatency.hour, old));
}
