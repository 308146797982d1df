import { errorCatalogue, type Failure, queues, RowcastError } from '@rowcast/contracts';
import type { JobRow } from '../../../db/jobs.repository.ts';
import type { UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import type { JobHandler } from '../../../platform/queue/job-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { apiRepository } from '../../apis/index.ts';
import { datasetRepository } from '../../datasets/index.ts';
import { type ModelRow, modelRepository } from '../repository.ts';
import { checkTraining, ofType } from '../training/check-training.ts';
import { enqueueTraining } from '../training/enqueue-training.ts';
import { applyToModel } from './train.ts';

const unreadable: Failure = {
  code: 'DATASET_UNREADABLE',
  message: errorCatalogue.DATASET_UNREADABLE.message,
};

/** Starts a training whose table is ready now. Returns why it can't be started, if so. */
async function start(
  services: Services & { requestId: string },
  unit: UnitOfWork,
  model: ModelRow,
): Promise<Failure | null> {
  const { workspaceId, apiId, datasetId, config } = model;
  if (!datasetId) return unreadable;
  const { status, profile } = await datasetRepository(unit.db, workspaceId).find(datasetId);
  if (status !== 'ready' || !profile) return unreadable;
  const { type } = await apiRepository(unit.db, workspaceId).find(apiId);
  const typed = ofType(config, type, profile);
  try {
    checkTraining(profile, typed);
    await modelRepository(unit.db, workspaceId).update(model.id, { config: typed });
    await enqueueTraining(services, unit, { id: model.id, workspaceId, apiId, datasetId, config: typed });
    return null;
  } catch (error) {
    if (!(error instanceof RowcastError)) throw error;
    const { code, message, fields } = error;
    return { code, message, ...(fields && { fields }) };
  }
}

async function startWaiting(services: Services, unit: UnitOfWork, job: JobRow): Promise<void> {
  const models = modelRepository(unit.db, job.workspaceId ?? '');
  const { requestId } = queues.ingest.payload.parse(job.payload);
  for (const model of await models.waitingFor(job.subjectId)) {
    const error = await start({ ...services, requestId }, unit, model);
    if (error) await applyToModel(services, unit, model, { status: 'error', error });
  }
}

/** The handler of reading datasets, which also starts the trainings that wait for the dataset. */
export const startTrainingsAfter = (handler: JobHandler): JobHandler => ({
  ...handler,
  async succeeded(services, unit, job, result) {
    await handler.succeeded?.(services, unit, job, result);
    await startWaiting(services, unit, job);
  },
  async failed(services, unit, job) {
    await handler.failed?.(services, unit, job);
    await startWaiting(services, unit, job);
  },
});
