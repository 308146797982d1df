import { type Deployment, RowcastError } from '@rowcast/contracts';
import { transact, type UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import { apiRepository } from '../apis/index.ts';
import { changesFor } from './contract-changes.ts';
import { loadModel, type Publisher } from './load-model.ts';
import { presentDeployment } from './presenter.ts';
import { type DeploymentRow, type DeploymentView, deploymentRepository } from './repository.ts';

/** Takes back the candidate that runs beside the model of an API, where there is one. */
export type EndCandidate = (
  unit: UnitOfWork,
  api: { workspaceId: string; apiId: string },
  now: Date,
) => Promise<void>;

interface Publishing {
  endCandidate: EndCandidate;
  apiId?: string;
  /** The earlier deployment whose model is to serve again. */
  backTo?: DeploymentRow;
  /** What was live when it was chosen to go back. */
  backFrom?: string | null;
}

interface Audited {
  deployment: { id: string };
  model: Pick<DeploymentView['model'], 'id' | 'name' | 'version'>;
}

const audited = ({ deployment, model }: Audited) => ({
  model: model.name,
  version: model.version,
  modelId: model.id,
  deploymentId: deployment.id,
});

/** A rollback refers to the deployment that was live when it was requested. */
function refuseOther(before: DeploymentView | null): never {
  const live = before
    ? `version ${before.model.version} (${before.model.name}) was deployed`
    : 'it was removed';
  throw new RowcastError('CONFLICT', {
    message: `Nothing was rolled back: ${live} in the meantime. Check the deployments, then retry the rollback.`,
  });
}

/** The pointer flips only after the model was loaded and tried. A candidate of before is taken back with it. */
export async function publishModel(
  ctx: Publisher,
  modelId: string,
  { endCandidate, apiId, backTo, backFrom = null }: Publishing,
): Promise<Deployment> {
  const { workspaceId, userId } = ctx.actor;
  // To what was gone back from, one goes forward: it takes the place of what serves like any other model.
  const stableUntil = backTo?.status === 'superseded' ? backTo.retiredAt : null;
  const isChecked = !backTo || !(await deploymentRepository(ctx.db, workspaceId).hasServed(backTo));
  const { model, loadMs } = await loadModel(ctx, modelId, { apiId, isChecked });
  const id = newId('deployment');
  const warnings = await transact(ctx, async (unit) => {
    const { db, publish, routeChanged, audit, notify } = unit;
    const repository = deploymentRepository(db, workspaceId);
    // One flip at a time for an API: the row is held until the transaction ends.
    const { name, liveDeploymentId, settings } = await apiRepository(db, workspaceId).lock(model.apiId);
    await repository.findModel(modelId);
    const now = ctx.clock.now();
    const before = liveDeploymentId ? await repository.view(liveDeploymentId) : null;
    if (backTo && liveDeploymentId !== backFrom) refuseOther(before);
    if (liveDeploymentId)
      await repository.retire(liveDeploymentId, now, stableUntil ? 'withdrawn' : 'superseded');
    if (stableUntil) await repository.withdrawSince(model.apiId, stableUntil);
    await endCandidate(unit, { workspaceId, apiId: model.apiId }, now);
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
    audit({
      ...{ action: backTo ? 'api.rolled_back' : 'api.deployed', targetType: 'api', targetId: model.apiId },
      ...(before && { before: audited(before) }),
      after: audited({ model, deployment: { id } }),
    });
    const params = { api: name, version: model.version };
    notify({ workspaceId, permission: 'Monitor' }, 'deployment.live', params, `/apis/${model.apiId}`);
    routeChanged({ apiId: model.apiId });
    publish(workspaceId, { type: 'api.changed', apiId: model.apiId });
    return changesFor(settings, before?.model.report ?? null, model.report);
  });
  const deployment = presentDeployment(await deploymentRepository(ctx.db, workspaceId).view(id));
  return { ...deployment, ...(warnings.length > 0 && { warnings }) };
}
