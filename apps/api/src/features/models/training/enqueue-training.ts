import type { TrainingConfig } from '@rowcast/contracts';
import type { UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import { refuseTooManyHours, refuseTooManyOpen } from '../../../platform/queue/open-jobs.ts';
import type { Services } from '../../../platform/services.ts';
import { objectKeys } from '../../../platform/storage/object-keys.ts';
import { modelRepository } from '../repository.ts';
import { paceOf } from './estimate.ts';

interface QueuedModel {
  id: string;
  workspaceId: string;
  apiId: string;
  datasetId: string;
  config: TrainingConfig;
}

/** Adds the job of a model whose table is ready, within the limits of its workspace. */
export async function enqueueTraining(
  { config: { WORKSPACE_TRAINING_HOURS }, requestId }: Pick<Services, 'config'> & { requestId: string },
  { db, enqueue }: UnitOfWork,
  { id, workspaceId, apiId, datasetId, config }: QueuedModel,
): Promise<void> {
  const models = modelRepository(db, workspaceId);
  const tableKey = objectKeys.table(datasetId);
  const profileKey = objectKeys.profile(datasetId);
  const payload = {
    ...{ modelId: id, apiId, datasetId, tableKey, profileKey, config, requestId },
    ...(config.onnx && { onnxKey: objectKeys.onnx(config.onnx.sha256) }),
    pace: await paceOf(models),
  };
  await refuseTooManyOpen(db, workspaceId, 'trainings');
  const { timeBudgetSeconds: budgetSeconds } = config;
  await refuseTooManyHours(db, workspaceId, { budgetSeconds, maxHours: WORKSPACE_TRAINING_HOURS });
  const jobId = await enqueue('train', { workspaceId, subjectId: id }, payload, budgetSeconds);
  await models.update(id, { jobId });
}
