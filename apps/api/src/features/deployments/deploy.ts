import type { apiRoutes, modelRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { type EndCandidate, publishModel } from './publish.ts';
import { deploymentRepository } from './repository.ts';

export const deployApi =
  (endCandidate: EndCandidate) =>
  async (ctx: SessionContext, { params: { id: apiId }, body }: Input<typeof apiRoutes.deploy>) => {
    await apiRepository(ctx.db, ctx.actor.workspaceId).find(apiId);
    const models = deploymentRepository(ctx.db, ctx.actor.workspaceId);
    return publishModel(ctx, body.modelId ?? (await models.newestReady(apiId)), { endCandidate, apiId });
  };

export const deployModel =
  (endCandidate: EndCandidate) =>
  (ctx: SessionContext, { params }: Input<typeof modelRoutes.deploy>) =>
    publishModel(ctx, params.id, { endCandidate });
