import { type ApiService, type apiRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { deploymentRepository } from './repository.ts';

/** Reported by the model server, or measured at deployment if the model is no longer loaded. */
export async function getService(
  ctx: SessionContext,
  { params }: Input<typeof apiRoutes.service>,
): Promise<ApiService> {
  const { workspaceId } = ctx.actor;
  const { liveDeploymentId } = await apiRepository(ctx.db, workspaceId).find(params.id);
  if (!liveDeploymentId) throw new RowcastError('API_NOT_DEPLOYED');
  const { model, deployment } = await deploymentRepository(ctx.db, workspaceId).view(liveDeploymentId);
  const coldStartMs = deployment.loadMs;
  const memory = await ctx.modelServer.memoryOf(model.bundleHash ?? '').catch(() => null);
  if (!memory) return { state: 'unknown', coldStartMs, idleSeconds: null, unloadsAfterSeconds: null };
  const { loaded, isTooLarge, unloadsAfterSeconds } = memory;
  const unloaded = isTooLarge ? 'too_large' : 'unloaded';
  return {
    state: loaded ? 'loaded' : unloaded,
    coldStartMs: loaded?.loadMs ?? coldStartMs,
    idleSeconds: loaded?.idleSeconds ?? null,
    unloadsAfterSeconds,
  };
}
