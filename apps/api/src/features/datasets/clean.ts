import { type CleanStep, type datasetRoutes, mostSteps, suggestedSteps } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { addVersion } from './add-version.ts';
import { getDataset } from './get.ts';
import type { DatasetRow } from './repository.ts';

/** What was done before, then what its findings suggest; the column that is probably predicted stays. */
const suggested = ({ recipe, profile }: DatasetRow): CleanStep[] =>
  [...recipe, ...suggestedSteps(profile?.findings ?? [], { keep: [profile?.suggestedTarget] })].slice(
    0,
    mostSteps,
  );

export async function cleanDataset(ctx: SessionContext, { params, body }: Input<typeof datasetRoutes.clean>) {
  const id = await addVersion(ctx, params.id, (row) => body.recipe ?? suggested(row));
  return getDataset(ctx, { params: { id } });
}
