import { errorCatalogue } from '@rowcast/contracts';
import { settleCharge } from '../../../db/job-shares.repository.ts';
import { finishJob } from '../../../db/jobs.repository.ts';
import { transact } from '../../../platform/db/unit-of-work.ts';
import type { Services } from '../../../platform/services.ts';
import { modelRepository } from '../repository.ts';

const error = { code: 'TRAINING_CANCELLED', message: errorCatalogue.TRAINING_CANCELLED.message };
export const cancelled = { status: 'cancelled', error } as const;

/** Ends a training that no worker has begun. */
export async function cancelTraining(services: Services, jobId: string): Promise<void> {
  const finishedAt = services.clock.now();
  const ended = await transact(services, async ({ db, publish }) => {
    const job = await finishJob(db, jobId, 'cancelled', finishedAt);
    if (!job?.workspaceId) return null;
    const model = await modelRepository(db, job.workspaceId).update(job.subjectId, {
      ...cancelled,
      finishedAt,
    });
    if (model)
      publish(job.workspaceId, {
        type: 'model.changed',
        modelId: model.id,
        apiId: model.apiId,
        status: 'cancelled',
      });
    return job;
  });
  if (!ended?.dispatchedAt) return;
  await settleCharge(services.db, ended, 0);
  await services.dispatcher.dispatch('train');
}
