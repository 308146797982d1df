import type { modelRoutes, TrainingEstimate } from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import type { Input } from '../../../platform/route.ts';
import { apiRepository } from '../../apis/index.ts';
import { datasetRepository, lintDataset } from '../../datasets/index.ts';
import { modelRepository } from '../repository.ts';
import { checkReadings } from './check-readings.ts';
import { checkTraining, ofType } from './check-training.ts';
import { expectTraining, median } from './expected-cost.ts';

/** What the next training is expected to take, by how long earlier ones of this workspace took. */
export async function estimateTraining(
  ctx: SessionContext,
  { body }: Input<typeof modelRoutes.estimate>,
): Promise<TrainingEstimate> {
  const { workspaceId } = ctx.actor;
  const { apiId, datasetId, name: _name, readings, ...asked } = body;
  const { profile, apiId: ofDataset } = await datasetRepository(ctx.db, workspaceId).find(datasetId);
  const id = apiId ?? ofDataset;
  const { type } = id ? await apiRepository(ctx.db, workspaceId).find(id) : { type: 'prediction' as const };
  const config = profile ? ofType(asked, type, profile) : asked;
  if (profile) {
    checkReadings(profile, config, readings);
    checkTraining(profile, config);
  }
  const linted = await lintDataset(ctx, { params: { id: datasetId }, query: { target: body.targetColumn } });
  const paces = await modelRepository(ctx.db, workspaceId).paces();
  const workload = linted.report?.workload;
  const expected = workload && expectTraining(workload, config, paces);
  return {
    status: expected ? 'ready' : linted.status === 'running' ? 'running' : 'unknown',
    seconds: expected?.seconds ?? null,
    lowSeconds: expected?.lowSeconds ?? null,
    highSeconds: expected?.highSeconds ?? null,
    memoryBytes: expected?.memoryBytes ?? null,
    takesBudget: expected?.takesBudget ?? false,
    trainings: paces.length,
  };
}

/** For the worker, which compares what it takes with what was expected. */
export const paceOf = async (repository: ReturnType<typeof modelRepository>): Promise<number | undefined> =>
  median(await repository.paces());
