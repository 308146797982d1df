import type { datasetRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import type { Input } from '../../../platform/route.ts';
import { getDataset } from '../get.ts';
import { addVersion } from './add-version.ts';

export async function createVersion(
  ctx: SessionContext,
  { params, body }: Input<typeof datasetRoutes.createVersion>,
) {
  return getDataset(ctx, { params: { id: await addVersion(ctx, params.id, () => body.recipe) } });
}
