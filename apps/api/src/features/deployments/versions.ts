import type { modelRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { unmeasured } from '../models/index.ts';
import { deploymentRepository } from './repository.ts';
import { versionRepository } from './version.repository.ts';

export async function listVersions(ctx: SessionContext, { params }: Input<typeof modelRoutes.versions>) {
  const { workspaceId } = ctx.actor;
  const { apiId } = await deploymentRepository(ctx.db, workspaceId).findModel(params.id);
  const rows = await versionRepository(ctx.db, workspaceId).listOf(apiId);
  return { data: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })) };
}

export async function getMetrics(ctx: SessionContext, { params }: Input<typeof modelRoutes.metrics>) {
  const { workspaceId } = ctx.actor;
  const model = await deploymentRepository(ctx.db, workspaceId).findModel(params.id);
  const { id, apiId, metrics, score, report } = model;
  return {
    modelId: id,
    metric: report?.metric ?? null,
    score,
    baselineScore: report?.baseline.value ?? null,
    metrics: metrics ?? unmeasured,
    service: await versionRepository(ctx.db, workspaceId).service(apiId, id),
  };
}
