import { type Reason, RowcastError, type rolloutRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact, type UnitOfWork } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { deploymentRepository, loadModel } from '../deployments/index.ts';
import { rolloutReason } from './end-reason.ts';
import { rolloutFigures } from './figures.repository.ts';
import type { Figures } from './gates.ts';
import { presentRollout } from './presenter.ts';
import { type RolloutRow, rolloutRepository } from './repository.ts';

interface Ending {
  status: 'rolled_back' | 'stopped';
  reason: string | null;
  /** The reason as a code; who stops it gives none. */
  why?: Reason;
  figures: Figures;
}

/** Takes a candidate back whose rollout is locked as running. */
export async function endRollout(
  { db, publish, routeChanged, audit, notify }: UnitOfWork,
  { id, workspaceId, apiId, deploymentId }: RolloutRow,
  now: Date,
  { status, reason, why, figures }: Ending,
): Promise<void> {
  const repository = rolloutRepository(db, workspaceId);
  await repository.update(id, { status, reason, why: why ?? null, figures, endedAt: now });
  await repository.setDeployment(deploymentId, { status: 'withdrawn', retiredAt: now });
  audit({
    action: `rollout.${status}`,
    targetType: 'api',
    targetId: apiId,
    workspaceId,
    after: { reason },
  });
  if (status === 'rolled_back') {
    const { name } = await apiRepository(db, workspaceId).find(apiId);
    const audience = { workspaceId, permission: 'Monitor' } as const;
    notify(audience, 'rollout.rolled_back', { api: name }, `/apis/${apiId}/versions`);
  }
  routeChanged({ apiId });
  publish(workspaceId, { type: 'rollout.changed', apiId });
}

/** A deployment ends the running rollout of the previous model. */
export async function endSupersededRollout(
  unit: UnitOfWork,
  { workspaceId, apiId }: { workspaceId: string; apiId: string },
  now: Date,
): Promise<void> {
  const running = await rolloutRepository(unit.db, workspaceId).lockRunning(apiId);
  if (!running) return;
  const figures = await rolloutFigures(unit.db, running);
  await endRollout(unit, running, now, { status: 'stopped', ...rolloutReason('OTHER_DEPLOYED'), figures });
}

export async function stopRollout(ctx: SessionContext, { params }: Input<typeof rolloutRoutes.stop>) {
  const { workspaceId } = ctx.actor;
  await apiRepository(ctx.db, workspaceId).find(params.id);
  const id = await transact(ctx, async (unit) => {
    const running = await rolloutRepository(unit.db, workspaceId).lockRunning(params.id);
    if (!running) throw new RowcastError('NO_ROLLOUT');
    const figures = await rolloutFigures(unit.db, running);
    await endRollout(unit, running, ctx.clock.now(), { status: 'stopped', reason: null, figures });
    return running.id;
  });
  return presentRollout(await rolloutRepository(ctx.db, workspaceId).view(id));
}

export async function promoteRollout(ctx: SessionContext, { params }: Input<typeof rolloutRoutes.promote>) {
  const { workspaceId } = ctx.actor;
  const outside = rolloutRepository(ctx.db, workspaceId);
  await apiRepository(ctx.db, workspaceId).find(params.id);
  const candidate = (await outside.listOf(params.id)).find(({ rollout }) => rollout.status === 'running');
  if (!candidate) throw new RowcastError('NO_ROLLOUT');
  await loadModel(ctx, candidate.model.id, { apiId: params.id });
  const id = await transact(ctx, async ({ db, publish, routeChanged, audit, notify }) => {
    const deployments = deploymentRepository(db, workspaceId);
    const repository = rolloutRepository(db, workspaceId);
    const { name, liveDeploymentId } = await apiRepository(db, workspaceId).lock(params.id);
    const running = await repository.lockRunning(params.id);
    if (!running || running.id !== candidate.rollout.id) throw new RowcastError('NO_ROLLOUT');
    const now = ctx.clock.now();
    const figures = await rolloutFigures(db, running);
    await repository.update(running.id, { status: 'promoted', figures, endedAt: now });
    if (liveDeploymentId) await deployments.retire(liveDeploymentId, now);
    await repository.setDeployment(running.deploymentId, { status: 'live' });
    await deployments.pointTo(params.id, running.deploymentId, now);
    const { version } = candidate.model;
    const after = { modelId: candidate.model.id, version };
    audit({ action: 'rollout.promoted', targetType: 'api', targetId: params.id, after });
    notify(
      { workspaceId, permission: 'Monitor' },
      'deployment.live',
      { api: name, version },
      `/apis/${params.id}`,
    );
    routeChanged({ apiId: params.id });
    publish(workspaceId, { type: 'rollout.changed', apiId: params.id });
    publish(workspaceId, { type: 'api.changed', apiId: params.id });
    return running.id;
  });
  return presentRollout(await rolloutRepository(ctx.db, workspaceId).view(id));
}
