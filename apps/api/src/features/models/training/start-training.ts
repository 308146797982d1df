import {
  type Api,
  apiNameOf,
  type Dataset,
  type ReadingStep,
  RowcastError,
  type TableProfile,
  type TrainingConfig,
  type TrainingProgress,
} from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import { transact, type UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import { newId } from '../../../platform/ids.ts';
import { refuseTooManyOpen } from '../../../platform/queue/open-jobs.ts';
import { apiRepository, createApiNamed } from '../../apis/index.ts';
import { datasetRepository, versionWithReadings } from '../../datasets/index.ts';
import { modelRepository } from '../repository.ts';
import { checkReadings } from './check-readings.ts';
import { checkTraining, ofType } from './check-training.ts';
import { enqueueTraining } from './enqueue-training.ts';

interface Training {
  /** Without it, the API of the dataset, or a new one that is named after the target. */
  apiId: string | undefined;
  datasetId: string;
  name?: string | undefined;
  /** Made when the table is known and can no longer go away. */
  configFor: (table: TableProfile) => TrainingConfig;
  /** How columns are to be read. Undefined if that was decided earlier, as when a model is trained again. */
  readings?: readonly ReadingStep[];
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

/** The settings for a table that is ready. Throws if they do not fit it. */
function fitted(config: TrainingConfig, type: Api['type'], profile: TableProfile): TrainingConfig {
  // An uploaded graph says itself what it answers.
  const typed = config.onnx ? config : ofType(config, type, profile);
  checkTraining(profile, typed);
  return typed;
}

/**
 * Row and job in one transaction, so that a model in training always has a job, or waits for its dataset version, whose
 * job adds it. Returns the model's id.
 */
export function startTraining(ctx: SessionContext, training: Training): Promise<string> {
  const { apiId: givenApiId, datasetId, configFor, readings } = training;
  const { workspaceId, userId } = ctx.actor;
  return transact(ctx, async (unit) => {
    const { db, publish, audit } = unit;
    const apis = apiRepository(db, workspaceId);
    const datasets = datasetRepository(db, workspaceId);
    const given = givenApiId ? await apis.find(givenApiId) : null;
    const dataset = await datasets.lock(datasetId);
    if (dataset.status === 'error') throw new RowcastError('DATASET_UNREADABLE');
    if (dataset.status !== 'ready' || !dataset.profile) throw new RowcastError('DATASET_NOT_READY');
    const asked = configFor(dataset.profile);
    const existing = given ?? (dataset.apiId ? await apis.find(dataset.apiId) : null);
    const type = existing?.type ?? 'prediction';
    if (readings) checkReadings(dataset.profile, asked, readings);
    if (!readings?.length) fitted(asked, type, dataset.profile);
    const api = existing ?? (await apis.find(await createApiFor(ctx, unit, dataset, asked)));
    const table = readings?.length
      ? await datasets.lock(await versionWithReadings(ctx, unit, { datasetId, readings }))
      : dataset;
    const profile = table.status === 'ready' ? table.profile : null;
    const config = profile ? fitted(asked, type, profile) : asked;
    const id = newId('model');
    const apiId = api.id;
    const name = training.name ?? api.name;
    await modelRepository(db, workspaceId).insert({
      id,
      workspaceId,
      apiId,
      datasetId: table.id,
      name,
      status: 'queued',
      config,
      startedBy: userId,
      progress: queued,
      createdAt: ctx.clock.now(),
    });
    if (profile) await enqueueTraining(ctx, unit, { id, workspaceId, apiId, datasetId: table.id, config });
    else await refuseTooManyOpen(db, workspaceId, 'trainings');
    const { targetColumn, modelType } = config;
    const after = { name, apiId, datasetId: table.id, targetColumn, modelType };
    audit({ action: 'model.training_started', targetType: 'model', targetId: id, after });
    publish(workspaceId, { type: 'model.changed', modelId: id, apiId, status: 'queued' });
    return id;
  });
}
