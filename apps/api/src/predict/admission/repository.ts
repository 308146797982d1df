import type { Task } from '@rowcast/contracts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { workspaces } from '../../db/schema/accounts.ts';
import { apiKeys, apis, deployments, models } from '../../db/schema/catalogue.ts';
import { apiUsage } from '../../db/schema/operations.ts';
import { rollouts } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/db/database.ts';
import { type KeyRoute, type LiveRoute, liveRoute } from './live-route.ts';

export type { KeyRoute, LiveRoute, Variant } from './live-route.ts';

export async function findKey(db: Executor, keyHash: string): Promise<KeyRoute | null> {
  const [row] = await db
    .select({
      keyId: apiKeys.id,
      apiId: apiKeys.apiId,
      scopes: apiKeys.scopes,
      requests: apiKeys.rateLimitRequests,
      window: apiKeys.rateLimitWindow,
      expiresAt: apiKeys.expiresAt,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, keyHash), isNull(apiKeys.revokedAt)));
  if (!row) return null;
  const { requests, window, expiresAt, ...key } = row;
  const limit = requests && window ? { requests, window } : null;
  return { ...key, limit, expiresAt: expiresAt?.getTime() ?? null };
}

const candidateDeployments = alias(deployments, 'candidate_deployments');
const candidateModels = alias(models, 'candidate_models');
const modelColumns = (table: typeof models | typeof candidateModels) => ({
  id: table.id,
  version: table.version,
  bundleHash: table.bundleHash,
  task: sql<Task | null>`${table.report} ->> 'task'`,
  labels: sql<string[] | null>`${table.report} -> 'labels'`,
});

export async function findRoute(db: Executor, apiId: string): Promise<LiveRoute | null> {
  const [row] = await db
    .select({
      apiId: apis.id,
      name: apis.name,
      workspaceId: apis.workspaceId,
      enabled: apis.enabled,
      deprecatedAt: apis.deprecatedAt,
      sunsetAt: apis.sunsetAt,
      settings: apis.settings,
      plan: workspaces.plan,
      model: modelColumns(models),
      rollout: { id: rollouts.id, mode: rollouts.mode, percent: rollouts.percent, splitBy: rollouts.splitBy },
      candidate: modelColumns(candidateModels),
    })
    .from(apis)
    .innerJoin(workspaces, eq(workspaces.id, apis.workspaceId))
    .leftJoin(deployments, eq(deployments.id, apis.liveDeploymentId))
    .leftJoin(models, eq(models.id, deployments.modelId))
    .leftJoin(rollouts, and(eq(rollouts.apiId, apis.id), eq(rollouts.status, 'running')))
    .leftJoin(candidateDeployments, eq(candidateDeployments.id, rollouts.deploymentId))
    .leftJoin(candidateModels, eq(candidateModels.id, candidateDeployments.modelId))
    .where(eq(apis.id, apiId));
  return row ? liveRoute(row) : null;
}

/** Calls without a server error, which count towards the quota. */
export async function monthlyCallsSoFar(db: Executor, workspaceId: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ calls: number }>(sql`
    select coalesce(sum(calls - errors), 0)::float8 as calls from ${apiUsage}
    where workspace_id = ${workspaceId} and hour >= date_trunc('month', ${now.toISOString()}::timestamptz, 'UTC')`);
  return rows[0]?.calls ?? 0;
}

export async function findReport(db: Executor, modelId: string) {
  const [row] = await db.select({ report: models.report }).from(models).where(eq(models.id, modelId));
  return row?.report ?? null;
}
