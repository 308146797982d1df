import type { MetricName, Report, TrainingConfig } from '@rowcast/contracts';
import { and, desc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';
import { apis, deployments, models } from '../../db/schema/catalogue.ts';
import { requestLog } from '../../db/schema/operations.ts';
import { rollouts } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/database.ts';
import { replayedCode } from '../../predict/logged-call.ts';

/** Which label of its API a model bears now. */
const label = sql<'stable' | 'candidate' | null>`case
  when exists (select 1 from ${deployments} d join ${apis} a on a.live_deployment_id = d.id where d.model_id = models.id)
    then 'stable'
  when exists (select 1 from ${deployments} d join ${rollouts} r on r.deployment_id = d.id
      where d.model_id = models.id and r.status = 'running')
    then 'candidate' end`;

export function versionRepository(db: Executor, workspaceId: string) {
  return {
    listOf: (apiId: string) =>
      db
        .select({
          modelId: models.id,
          name: models.name,
          type: sql<TrainingConfig['modelType']>`${models.config} ->> 'modelType'`,
          version: models.version,
          status: models.status,
          metric: sql<MetricName | null>`${models.report} ->> 'metric'`,
          score: models.score,
          interval: sql<Report['score'] | null>`${models.report} -> 'score'`,
          baselineScore: sql<number | null>`(${models.report} #>> '{baseline,value}')::float8`,
          scoredOn: sql<string | null>`${models.report} ->> 'scoredOn'`,
          label,
          createdAt: models.createdAt,
        })
        .from(models)
        .where(and(eq(models.workspaceId, workspaceId), eq(models.apiId, apiId)))
        .orderBy(desc(models.version)),

    /** Calls with a key that it answered in the last day, once each. */
    async service(apiId: string, modelId: string) {
      const [row] = await db
        .select({
          calls: sql<number>`count(*)::int`,
          errorRate: sql<
            number | null
          >`(count(*) filter (where status >= 500))::float8 / nullif(count(*), 0)`,
          p50Ms: sql<number | null>`percentile_disc(0.5) within group (order by latency_ms)::float8`,
          p95Ms: sql<number | null>`percentile_disc(0.95) within group (order by latency_ms)::float8`,
        })
        .from(requestLog)
        .where(
          and(
            eq(requestLog.workspaceId, workspaceId),
            eq(requestLog.apiId, apiId),
            eq(requestLog.modelId, modelId),
            isNotNull(requestLog.keyId),
            ne(requestLog.status, 429),
            sql`${requestLog.code} is distinct from ${replayedCode}`,
            gt(requestLog.at, sql`now() - interval '24 hours'`),
          ),
        );
      return row ?? { calls: 0, errorRate: null, p50Ms: null, p95Ms: null };
    },
  };
}
