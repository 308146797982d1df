import { type Deployment, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { presentDeployment } from './presenter.ts';
import { deploymentRepository } from './repository.ts';

/** Not a fault of the bundle, so no deployment of it failed. */
const outage = 'MODEL_SERVER_UNAVAILABLE';

async function recordFailure(ctx: SessionContext, apiId: string, modelId: string): Promise<void> {
  const { workspaceId, userId } = ctx.actor;
  await transact(ctx, async ({ db, publish }) => {
    await deploymentRepository(db, workspaceId).insert({
      id: newId('deployment'),
      workspaceId,
      apiId,
      modelId,
      status: 'failed',
      deployedBy: userId,
      createdAt: ctx.clock.now(),
    });
    publish(workspaceId, { type: 'api.changed', apiId });
  });
}

/** The model server has verified, loaded and tried the bundle before any call can reach it; then the pointer flips. */
export async function publishModel(
  ctx: SessionContext,
  modelId: string,
  apiId?: string,
): Promise<Deployment> {
  const { workspaceId, userId } = ctx.actor;
  const model = await deploymentRepository(ctx.db, workspaceId).findModel(modelId);
  if (apiId && model.apiId !== apiId) throw new RowcastError('NOT_FOUND');
  if (model.status !== 'ready' || !model.bundleHash) throw new RowcastError('MODEL_NOT_READY');
  const { loadMs } = await ctx.modelServer.load(model.bundleHash, ctx.requestId).catch(async (error) => {
    if (error instanceof RowcastError && error.code !== outage)
      await recordFailure(ctx, model.apiId, modelId);
    throw error;
  });
  const id = newId('deployment');
  await transact(ctx, async ({ db, publish, routeChanged }) => {
    const repository = deploymentRepository(db, workspaceId);
    const { liveDeploymentId } = await repository.lockApi(model.apiId);
    await repository.findModel(modelId);
    const now = ctx.clock.now();
    if (liveDeploymentId) await repository.retire(liveDeploymentId, now);
    await repository.insert({
      id,
      workspaceId,
      apiId: model.apiId,
      modelId,
      status: 'live',
      loadMs,
      deployedBy: userId,
      createdAt: now,
    });
    await repository.pointTo(model.apiId, id, now);
    routeChanged({ apiId: model.apiId });
    publish(workspaceId, { type: 'api.changed', apiId: model.apiId });
  });
  return presentDeployment(await deploymentRepository(ctx.db, workspaceId).view(id));
}
