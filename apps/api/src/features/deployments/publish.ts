import type { Deployment } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { apiRepository } from '../apis/index.ts';
import { changesFor } from './changes.ts';
import { loadModel } from './load.ts';
import { presentDeployment } from './presenter.ts';
import { deploymentRepository } from './repository.ts';

/** The pointer flips only after the model was loaded and tried. A candidate of before is taken back with it. */
export async function publishModel(
  ctx: SessionContext,
  modelId: string,
  loading: Parameters<typeof loadModel>[2] = {},
): Promise<Deployment> {
  const { workspaceId, userId } = ctx.actor;
  const { model, loadMs } = await loadModel(ctx, modelId, loading);
  const id = newId('deployment');
  const warnings = await transact(ctx, async ({ db, publish, routeChanged, audit, notify }) => {
    const repository = deploymentRepository(db, workspaceId);
    // One flip at a time for an API: the row is held until the transaction ends.
    const { name, liveDeploymentId, settings } = await apiRepository(db, workspaceId).lock(model.apiId);
    await repository.findModel(modelId);
    const now = ctx.clock.now();
    const before = liveDeploymentId ? (await repository.view(liveDeploymentId)).model.report : null;
    if (liveDeploymentId) await repository.retire(liveDeploymentId, now);
    if (await repository.withdrawCandidate(model.apiId, now))
      publish(workspaceId, { type: 'rollout.changed', apiId: model.apiId });
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
    const after = { model: model.name, version: model.version, modelId, deploymentId: id };
    audit({ action: 'api.deployed', targetType: 'api', targetId: model.apiId, after });
    const params = { api: name, version: model.version };
    notify({ workspaceId, permission: 'Monitor' }, 'deployment.live', params, `/apis/${model.apiId}`);
    routeChanged({ apiId: model.apiId });
    publish(workspaceId, { type: 'api.changed', apiId: model.apiId });
    return changesFor(settings, before, model.report);
  });
  const deployment = presentDeployment(await deploymentRepository(ctx.db, workspaceId).view(id));
  return { ...deployment, ...(warnings.length > 0 && { warnings }) };
}
