import type { apiRoutes, modelRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { type EndCandidate, publishModel } from './publish.ts';

export const deployApi =
  (endCandidate: EndCandidate) =>
  (ctx: SessionContext, { params, body }: Input<typeof apiRoutes.deploy>) =>
    publishModel(ctx, body.modelId, { endCandidate, apiId: params.id });

export const deployModel =
  (endCandidate: EndCandidate) =>
  (ctx: SessionContext, { params }: Input<typeof modelRoutes.deploy>) =>
    publishModel(ctx, params.id, { endCandidate });
