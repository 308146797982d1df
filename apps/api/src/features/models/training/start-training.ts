import {
  apiNameOf,
  type Dataset,
  RowcastError,
  type TableProfile,
  type TrainingConfig,
  type TrainingProgress,
} from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import { transact, type UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import { newId } from '../../../platform/ids.ts';
import { refuseTooManyHours, refuseTooManyOpen } from '../../../platform/queue/open-jobs.ts';
import { objectKeys } from '../../../platform/storage/object-keys.ts';
import { apiRepository, createApiNamed } from '../../apis/index.ts';
import { datasetRepository } from '../../datasets/index.ts';
import { modelRepository } from '../repository.ts';
import { checkTraining, ofType } from './check-training.ts';
import { paceOf } from './estimate.ts';

interface Training {
  /** Without it, the API of the dataset, or a new one that is named after the target. */
  apiId: string | undefined;
  datasetId: string;
  name?: string | undefined;
  /** Made when the table is known and can no longer go away. */
  configFor: (table: TableProfile) => TrainingConfig;
}

const queued: TrainingProgress = {
  phase: 'queued',
  elapsedSeconds: 0,
  remainingSeconds: null,
  leaderboard: [],
  best: null,
  message: 'Waiting for a worker',
};

/** Creates an API that is named after the target, and moves the dataset to it. Returns the API's id. */
async function createApiFor(
  ctx: SessionContext,
  unit: UnitOfWork,
  { id, name, status }: Pick<Dataset, 'id' | 'name' | 'status'>,
  { targetColumn }: TrainingConfig,
): Promise<string> {
  const { workspaceId } = ctx.actor;
  const apiId = await createApiNamed(ctx, unit, apiNameOf(targetColumn, name));
  await datasetRepository(unit.db, workspaceId).update(id, { apiId });
  unit.publish(workspaceId, { type: 'dataset.changed', datasetId: id, apiId, status });
  return apiId;
}

/** Row and job in one transaction, so that a model in training always has a job. Returns the model's id. */
export function startTraining(
  ctx: SessionContext,
  { apiId: givenApiId, datasetId, name, configFor }: Training,
): Promise<string> {
  const { workspaceId, userId } = ctx.actor;
  return transact(ctx, async (unit) => {
    const { db, enqueue, publish, audit } = unit;
    const apis = apiRepository(db, workspaceId);
    const given = givenApiId ? await apis.find(givenApiId) : null;
    const dataset = await datasetRepository(db, workspaceId).lock(datasetId);
    if (dataset.status === 'error') throw new RowcastError('DATASET_UNREADABLE');
    if (dataset.status !== 'ready' || !dataset.profile) throw new RowcastError('DATASET_NOT_READY');
    const asked = configFor(dataset.profile);
    // An uploaded graph says itself what it answers.
    const existing = given ?? (dataset.apiId ? await apis.find(dataset.apiId) : null);
    const config = asked.onnx ? asked : ofType(asked, existing?.type ?? 'prediction', dataset.profile);
    checkTraining(dataset.profile, config);
    const api = existing ?? (await apis.find(await createApiFor(ctx, unit, dataset, config)));
    const apiId = api.id;
    const id = newId('model');
    const models = modelRepository(db, workspaceId);
    await models.insert({
      id,
      workspaceId,
      apiId,
      datasetId,
      name: name ?? api.name,
      status: 'queued',
      config,
      startedBy: userId,
      progress: queued,
      createdAt: ctx.clock.now(),
    });
    const tableKey = objectKeys.table(datasetId);
    const profileKey = objectKeys.profile(datasetId);
    const payload = {
      ...{ modelId: id, apiId, datasetId, tableKey, profileKey, config, requestId: ctx.requestId },
      ...(config.onnx && { onnxKey: objectKeys.onnx(config.onnx.sha256) }),
      pace: await paceOf(models),
    };
    await refuseTooManyOpen(db, workspaceId, 'trainings');
    const { timeBudgetSeconds: budgetSeconds } = config;
    await refuseTooManyHours(db, workspaceId, {
      budgetSeconds,
      maxHours: ctx.config.WORKSPACE_TRAINING_HOURS,
    });
    const jobId = await enqueue('train', { workspaceId, subjectId: id }, payload, budgetSeconds);
    await models.update(id, { jobId });
    const { targetColumn, modelType } = config;
    const after = { name: name ?? api.name, apiId, datasetId, targetColumn, modelType };
    audit({ action: 'model.training_started', targetType: 'model', targetId: id, after });
    publish(workspaceId, { type: 'model.changed', modelId: id, apiId, status: 'queued' });
    return id;
  });
}
