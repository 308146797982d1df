import type { apiRoutes, modelRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { publishModel } from './publish.ts';

export const deployApi = (ctx: SessionContext, { params, body }: Input<typeof apiRoutes.deploy>) =>
  publishModel(ctx, body.modelId, { apiId: params.id });

export const deployModel = (ctx: SessionContext, { params }: Input<typeof modelRoutes.deploy>) =>
  publishModel(ctx, params.id);
