import type { QueueName } from '@rowcast/contracts';
import { findWanted, type JobSummary, openJobsAfter, stillOpen } from '../../db/jobs.repository.ts';
import type { JobHandler } from '../../platform/queue/job-handler.ts';
import type { Services } from '../../platform/services.ts';
import { failAbandonedUploads } from '../datasets/index.ts';
import { settle } from './apply-outcome.ts';

const batchSize = 500;

async function reconcileJob(services: Services, handler: JobHandler, row: JobSummary): Promise<void> {
  const { queues, log } = services;
  const job = await queues.get(row.queue).getJob(row.id);
  const state = job ? await job.getState() : 'unknown';
  if (state === 'completed' || state === 'failed') return settle(services, handler, row.id);
  if (row.stopMode) {
    if (await queues.stop(row.queue, row.id, row.stopMode)) await handler.cancelled?.(services, row.id);
    return;
  }
  if (state !== 'unknown' || !row.dispatchedAt) return;
  // Since the row was read its outcome may have been applied, after which it was taken out.
  const wanted = await findWanted(services.db, row.id);
  if (!wanted) return;
  await job?.remove();
  await queues.add(wanted);
  log.info({ job: row.id, queue: row.queue }, 'job put back into its queue');
}

const underWay = ['active', 'waiting', 'delayed'] as const;
const ended = ['completed', 'failed'] as const;

/**
 * Removes or stops jobs in the queue whose row has ended or is gone. What this process runs itself ends
 * soon, and only what is left of it is taken out.
 */
async function endOrphans({ queues, db }: Services, { queue, run }: JobHandler): Promise<void> {
  const states = run ? ended : [...underWay, ...ended];
  const ids = await queues.get(queue).getRanges([...states], 0, batchSize);
  const open = await stillOpen(db, ids);
  const orphans = ids.filter((id) => !open.has(id));
  await Promise.all(orphans.map((id) => queues.drop(queue, id)));
}

/**
 * Makes the queues agree with Postgres: hands out what waits, adds what is missing, applies what was missed, ends what is orphaned or
 * abandoned.
 * A job or a queue that can't be put right now holds up no other.
 */
export async function reconcile(
  services: Services,
  handlers: ReadonlyMap<QueueName, JobHandler>,
): Promise<void> {
  const failures: unknown[] = [];
  const settled = async (tasks: readonly Promise<void>[]) => {
    for (const outcome of await Promise.allSettled(tasks))
      if (outcome.status === 'rejected') failures.push(outcome.reason);
  };
  for (let after = ''; ; ) {
    const rows = await openJobsAfter(services.db, after, batchSize);
    await settled(
      rows.map(async (row) => {
        const handler = handlers.get(row.queue);
        if (handler) await reconcileJob(services, handler, row);
      }),
    );
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) break;
    after = last.id;
  }
  await settled([services.dispatcher.dispatchAll(), failAbandonedUploads(services)]);
  for (const handler of handlers.values())
    await settled([endOrphans(services, handler).then(() => services.queues.forgetNews(handler.queue))]);
  if (failures.length > 0) throw failures[0];
}
