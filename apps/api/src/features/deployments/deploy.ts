import type { apiRoutes, modelRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { deploymentRepository } from './repository.ts';
import { type EndCandidate, publishModel } from './switch-traffic.ts';

export const deployApi =
  (endCandidate: EndCandidate) =>
  async (ctx: SessionContext, { params: { id: apiId }, body }: Input<typeof apiRoutes.deploy>) =>
    publishModel(ctx, body.modelId ?? (await newestOf(ctx, apiId)), { endCandidate, apiId });

async function newestOf(ctx: SessionContext, apiId: string): Promise<string> {
  await apiRepository(ctx.db, ctx.actor.workspaceId).find(apiId);
  return deploymentRepository(ctx.db, ctx.actor.workspaceId).newestReady(apiId);
}

export const deployModel =
  (endCandidate: EndCandidate) =>
  (ctx: SessionContext, { params }: Input<typeof modelRoutes.deploy>) =>
    publishModel(ctx, params.id, { endCandidate });
