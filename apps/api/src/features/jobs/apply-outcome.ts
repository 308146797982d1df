import type { Job } from 'bullmq';
import { ZodError } from 'zod';
import { settleCharge } from '../../db/job-shares.repository.ts';
import { finishJob, type JobRow } from '../../db/jobs.repository.ts';
import { isUnusableData, sqlState } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { JobHandler } from '../../platform/queue/job-handler.ts';
import type { Services } from '../../platform/services.ts';
import { passOn } from './progress.ts';

/** Updates row and result in one transaction, and only once per job. Idempotent. */
function succeed(services: Services, handler: JobHandler, id: string, result: unknown) {
  return transact(services, async (unit) => {
    const job = await finishJob(unit.db, id, 'done', services.clock.now());
    if (job) await handler.succeeded?.(services, unit, job, result);
    return job;
  });
}

function fail(services: Services, handler: JobHandler, id: string) {
  return transact(services, async (unit) => {
    const job = await finishJob(unit.db, id, 'failed', services.clock.now());
    if (job) await handler.failed?.(services, unit, job);
    return job;
  });
}

/** A result that will never fit, however often it is tried: not as agreed, or data that Postgres can't hold. */
const isUnusable = (error: unknown) => error instanceof ZodError || isUnusableData(sqlState(error));

/** The worker's report of its last attempt. */
class JobFailed extends Error {
  override name = 'JobFailed';
  override stack = '';
}

/** Applies the outcome of a job that has ended in the queue, and takes it out: results can be megabytes. */
export async function settle(services: Services, handler: JobHandler, id: string): Promise<void> {
  const job = await services.queues.get(handler.queue).getJob(id);
  const state = await job?.getState();
  if (!job || (state !== 'completed' && state !== 'failed')) return;
  const row = await applyOutcome(services, handler, job, state);
  // Where that fails, the reconciler does it.
  await job.remove().catch(() => {});
  if (row) await settleCharge(services.db, row, ranSeconds(job));
}

/** Of all attempts, each taken to be as long as the last. */
const ranSeconds = ({ processedOn = 0, finishedOn = processedOn, attemptsMade }: Job) =>
  (Math.max(1, attemptsMade) * (finishedOn - processedOn)) / 1_000;

async function applyOutcome(
  services: Services,
  handler: JobHandler,
  job: Job,
  state: 'completed' | 'failed',
): Promise<JobRow | null> {
  const id = String(job.id);
  // Its last news may have come too late for the listener, or to nobody.
  await passOn(services, handler, id, job.progress);
  if (state === 'failed') {
    services.log.warn({ job: id, queue: handler.queue, err: new JobFailed(job.failedReason) }, 'job failed');
    return fail(services, handler, id);
  }
  try {
    return await succeed(services, handler, id, job.returnvalue);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    services.log.error({ job: id, queue: handler.queue, err: error }, 'job result is not what was agreed');
    return fail(services, handler, id);
  }
}
