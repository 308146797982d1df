import type { modelRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { getModel } from './get.ts';
import { startTraining } from './training/start-training.ts';

export async function createModel(ctx: SessionContext, { body }: Input<typeof modelRoutes.create>) {
  const { apiId, datasetId, name, readings = [], ...config } = body;
  const id = await startTraining(ctx, { apiId, datasetId, name, configFor: () => config, readings });
  return getModel(ctx, { params: { id } });
}
