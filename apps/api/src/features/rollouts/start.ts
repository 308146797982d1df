import { defaultPercent, defaultRolloutGates, RowcastError, type rolloutRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { asksTheSame, changesFor, deploymentRepository, loadModel } from '../deployments/index.ts';
import { withGates } from './gates.ts';
import { presentRollout } from './presenter.ts';
import { rolloutRepository } from './repository.ts';

/** The candidate has been verified, loaded and tried before the first call can reach it. */
export async function startRollout(ctx: SessionContext, { params, body }: Input<typeof rolloutRoutes.start>) {
  const { workspaceId, userId } = ctx.actor;
  const { mode, splitBy, percent = defaultPercent[mode] } = body;
  const outside = deploymentRepository(ctx.db, workspaceId);
  const api = await apiRepository(ctx.db, workspaceId).find(params.id);
  if (!api.liveDeploymentId) throw new RowcastError('API_NOT_DEPLOYED');
  const { report } = (await outside.view(api.liveDeploymentId)).model;
  const candidate = await outside.findModel(body.modelId);
  if (candidate.apiId === params.id && !asksTheSame(report, candidate.report))
    throw new RowcastError('ROLLOUT_OTHER_QUESTION');
  const { model, loadMs } = await loadModel(ctx, body.modelId, { apiId: params.id });
  const id = newId('rollout');
  const warnings = await transact(ctx, async ({ db, publish, routeChanged, audit }) => {
    const deployments = deploymentRepository(db, workspaceId);
    const repository = rolloutRepository(db, workspaceId);
    const { liveDeploymentId, settings } = await apiRepository(db, workspaceId).lock(params.id);
    if (!liveDeploymentId) throw new RowcastError('API_NOT_DEPLOYED');
    const live = await deployments.view(liveDeploymentId);
    if (live.model.id === model.id) throw new RowcastError('ROLLOUT_SAME_MODEL');
    // Another model may have been deployed while this one was loaded.
    if (!asksTheSame(live.model.report, model.report)) throw new RowcastError('ROLLOUT_OTHER_QUESTION');
    if (await repository.lockRunning(params.id)) throw new RowcastError('ROLLOUT_RUNNING');
    const now = ctx.clock.now();
    const deploymentId = newId('deployment');
    const common = { workspaceId, apiId: params.id };
    await deployments.insert({
      ...common,
      id: deploymentId,
      modelId: model.id,
      status: 'candidate',
      loadMs,
      deployedBy: userId,
      createdAt: now,
    });
    await repository.insert({
      ...common,
      id,
      deploymentId,
      mode,
      percent,
      splitBy,
      gates: withGates(defaultRolloutGates, body.gates),
      status: 'running',
      startedBy: userId,
      startedAt: now,
    });
    const after = { modelId: model.id, version: model.version, mode, percent, splitBy };
    audit({ action: 'rollout.started', targetType: 'api', targetId: params.id, after });
    routeChanged({ apiId: params.id });
    publish(workspaceId, { type: 'rollout.changed', apiId: params.id });
    return changesFor(settings, live.model.report, model.report);
  });
  const rollout = presentRollout(await rolloutRepository(ctx.db, workspaceId).view(id));
  return { ...rollout, ...(warnings.length > 0 && { warnings }) };
}
