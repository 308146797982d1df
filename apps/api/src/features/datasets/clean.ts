import type { CleanStep, datasetRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { addVersion } from './add-version.ts';
import { getDataset } from './get.ts';
import type { DatasetRow } from './repository.ts';

/** What was done before, then each fix that the findings offer, once. */
function offered({ recipe, profile }: DatasetRow): CleanStep[] {
  const steps = [...recipe, ...(profile?.findings ?? []).flatMap(({ fix }) => fix ?? [])];
  return [...new Map(steps.map((step) => [JSON.stringify(step), step])).values()];
}

export async function cleanDataset(ctx: SessionContext, { params, body }: Input<typeof datasetRoutes.clean>) {
  const id = await addVersion(ctx, params.id, (row) => body.recipe ?? offered(row));
  return getDataset(ctx, { params: { id } });
}
