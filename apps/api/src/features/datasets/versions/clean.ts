import {
  type CleanStep,
  type datasetRoutes,
  maxSteps,
  RowcastError,
  suggestedSteps,
} from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import type { Input } from '../../../platform/route.ts';
import { getDataset } from '../get.ts';
import type { ProfiledDataset } from '../repository.ts';
import { addVersion } from './add-version.ts';

/** What was done before, then what its findings suggest; the column that is probably predicted stays. */
function suggested({ status, recipe, profile }: ProfiledDataset): CleanStep[] {
  // Without findings the version would be the same again.
  if (status === 'error') throw new RowcastError('DATASET_UNREADABLE');
  if (status !== 'ready' || !profile) throw new RowcastError('DATASET_NOT_READY');
  const { findings, suggestedTarget } = profile;
  return [...recipe, ...suggestedSteps(findings, { keep: [suggestedTarget] })].slice(0, maxSteps);
}

export async function cleanDataset(ctx: SessionContext, { params, body }: Input<typeof datasetRoutes.clean>) {
  const id = await addVersion(ctx, params.id, (row) => body.recipe ?? suggested(row));
  return getDataset(ctx, { params: { id } });
}
