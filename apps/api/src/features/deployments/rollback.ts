import { type apiRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { deploymentRepository } from './repository.ts';
import { type EndCandidate, publishModel } from './switch-traffic.ts';

/** A new deployment of an older model: history is only ever added to. */
export const rollbackApi =
  (endCandidate: EndCandidate) =>
  async (ctx: SessionContext, { params, body }: Input<typeof apiRoutes.rollback>) => {
    const { workspaceId } = ctx.actor;
    const repository = deploymentRepository(ctx.db, workspaceId);
    const api = await apiRepository(ctx.db, workspaceId).find(params.id);
    const live = api.liveDeploymentId ? await repository.view(api.liveDeploymentId) : null;
    const to = body.deploymentId
      ? (await repository.view(body.deploymentId)).deployment
      : await repository.previous(api.id, live?.model.id ?? null);
    if (!to) throw new RowcastError('NOTHING_TO_ROLL_BACK');
    if (to.apiId !== api.id) throw new RowcastError('NOT_FOUND');
    const going = { apiId: api.id, backTo: to, backFrom: api.liveDeploymentId };
    return publishModel(ctx, to.modelId, { endCandidate, ...going });
  };
