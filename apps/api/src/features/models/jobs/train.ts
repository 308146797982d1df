import { errorCatalogue, queues, type TrainResult, trainProgress } from '@rowcast/contracts';
import type { JobRow } from '../../../db/jobs.repository.ts';
import type { UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import type { JobHandler } from '../../../platform/queue/job-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { type ChangedModel, type ModelRow, modelRepository, recordProgress } from '../repository.ts';
import { cancelled, cancelTraining } from '../training/cancel-training.ts';

const crashed = { code: 'TRAINING_CRASHED', message: errorCatalogue.TRAINING_CRASHED.message };
const bundleMissing = { code: 'TRAINING_FAILED', message: errorCatalogue.TRAINING_FAILED.message };

async function changesOf({ storage }: Services, result: TrainResult): Promise<Partial<ModelRow>> {
  if (result.outcome !== 'ready') return { status: result.outcome, error: result.error };
  if (!(await storage.exists(result.bundleKey))) return { status: 'error', error: bundleMissing };
  const { report, accuracy, metrics, bundleHash, bundleBytes } = result;
  return {
    status: 'ready',
    report,
    score: report.score.value,
    accuracy,
    metrics,
    bundleHash,
    bundleBytes,
    error: null,
  };
}

/** Recorded in the audit log, and notified to the user who started it. */
function tellOutcome({ audit, notify }: UnitOfWork, workspaceId: string, model: ChangedModel): void {
  const { id, apiId, name, version, status, startedBy, score, error } = model;
  if (status !== 'ready' && status !== 'error') return;
  const action = status === 'ready' ? 'model.training_finished' : 'model.training_failed';
  const after = { name, version, score, error: error?.code };
  audit({ action, targetType: 'model', targetId: id, workspaceId, after });
  const kind = status === 'ready' ? 'training.finished' : 'training.failed';
  const params = { model: name, version };
  if (startedBy) notify({ workspaceId, userId: startedBy }, kind, params, `/apis/${apiId}/models/${id}`);
}

/** Ends a training with these changes, and records and notifies its outcome. */
export async function applyToModel(
  { clock }: Pick<Services, 'clock'>,
  unit: UnitOfWork,
  { id, workspaceId }: Pick<ModelRow, 'id' | 'workspaceId'>,
  changes: Partial<ModelRow>,
) {
  const finishedAt = clock.now();
  const model = await modelRepository(unit.db, workspaceId).update(id, { ...changes, finishedAt });
  if (!model) return;
  const { id: modelId, apiId, status } = model;
  unit.publish(workspaceId, { type: 'model.changed', modelId, apiId, status });
  tellOutcome(unit, workspaceId, model);
}

const apply = (services: Services, unit: UnitOfWork, job: JobRow, changes: Partial<ModelRow>) =>
  applyToModel(services, unit, { id: job.subjectId, workspaceId: job.workspaceId ?? '' }, changes);

export const trainJob: JobHandler = {
  queue: 'train',
  async succeeded(services, unit, job, returned) {
    const result = queues.train.result.parse(returned);
    // It finished before it could be stopped, but it was reported as discarded.
    const changes = job.stopMode === 'discard' ? cancelled : await changesOf(services, result);
    await apply(services, unit, job, changes);
  },
  failed: (services, unit, job) => apply(services, unit, job, { status: 'error', error: crashed }),
  cancelled: cancelTraining,
  async progressed({ db, events }, jobId, news) {
    const progress = trainProgress.safeParse(news).data;
    const model = progress && (await recordProgress(db, jobId, progress));
    if (!model) return;
    const { id: modelId, apiId, workspaceId, began } = model;
    if (began)
      await events.publish(workspaceId, { type: 'model.changed', modelId, apiId, status: 'training' });
    await events.publish(workspaceId, { type: 'model.progress', modelId, apiId, progress });
  },
};
