import type { MetricName, Report, TrainingConfig } from '@rowcast/contracts';
import { and, desc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { apis, deployments, models } from '../../db/schema/catalogue.ts';
import { requestLog } from '../../db/schema/operations.ts';
import { rollouts } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/db/database.ts';
import { replayedCode } from '../../predict/logging/logged-call.ts';

/** Which label of its API a model bears now. */
const label = sql<'stable' | 'candidate' | null>`case
  when exists (select 1 from ${deployments} d join ${apis} a on a.live_deployment_id = d.id where d.model_id = models.id)
    then 'stable'
  when exists (select 1 from ${deployments} d join ${rollouts} r on r.deployment_id = d.id
      where d.model_id = models.id and r.status = 'running')
    then 'candidate' end`;

/** Fields of the report, which may be long, so that it is parsed once. */
const reported = sql`lateral jsonb_to_record(${models.report})
  as reported (metric text, score jsonb, baseline jsonb, "scoredOn" text)`;

const maxShown = 200;
const maxCalls = 50_000;

export function versionRepository(db: Executor, workspaceId: string) {
  return {
    /** The newest and, where they are older than these, those that answer. */
    listOf(apiId: string) {
      const ofApi = and(eq(models.workspaceId, workspaceId), eq(models.apiId, apiId));
      const newest = db
        .select({ id: models.id })
        .from(models)
        .where(ofApi)
        .orderBy(desc(models.version))
        .limit(maxShown);
      return db
        .select({
          modelId: models.id,
          name: models.name,
          type: sql<TrainingConfig['modelType']>`${models.config} ->> 'modelType'`,
          version: models.version,
          status: models.status,
          metric: sql<MetricName | null>`reported.metric`,
          score: models.score,
          interval: sql<Report['score'] | null>`reported.score`,
          baselineScore: sql<number | null>`(reported.baseline ->> 'value')::float8`,
          scoredOn: sql<string | null>`reported."scoredOn"`,
          label,
          createdAt: models.createdAt,
        })
        .from(models)
        .leftJoin(reported, sql`true`)
        .where(and(ofApi, or(inArray(models.id, newest), isNotNull(label))))
        .orderBy(desc(models.version));
    },

    /** Calls with a key that it answered in the last day, once each, of the newest of its API. */
    async service(apiId: string, modelId: string) {
      const { status, latencyMs, keyId, code } = requestLog;
      const newest = db
        .select({ modelId: requestLog.modelId, status, latencyMs, keyId, code })
        .from(requestLog)
        .where(
          and(
            eq(requestLog.workspaceId, workspaceId),
            eq(requestLog.apiId, apiId),
            gt(requestLog.at, sql`now() - interval '24 hours'`),
          ),
        )
        .orderBy(desc(requestLog.at))
        .limit(maxCalls)
        .as('newest');
      const [row] = await db
        .select({
          calls: sql<number>`count(*)::int`,
          errorRate: sql<
            number | null
          >`(count(*) filter (where status >= 500))::float8 / nullif(count(*), 0)`,
          p50Ms: sql<number | null>`percentile_disc(0.5) within group (order by latency_ms)::float8`,
          p95Ms: sql<number | null>`percentile_disc(0.95) within group (order by latency_ms)::float8`,
        })
        .from(newest)
        .where(
          and(
            eq(newest.modelId, modelId),
            isNotNull(newest.keyId),
            ne(newest.status, 429),
            sql`${newest.code} is distinct from ${replayedCode}`,
          ),
        );
      return row ?? { calls: 0, errorRate: null, p50Ms: null, p95Ms: null };
    },
  };
}
