import type { LiveEvent, queues } from '@rowcast/contracts';
import { cancelJobsOf, insertJob, type JobRow } from '../db/jobs.repository.ts';
import type { Transaction } from './database.ts';
import { newId } from './ids.ts';
import type { Payload, QueuedJob } from './queue.ts';
import { announceRoute } from './route-changes.ts';
import type { Services } from './services.ts';

export interface UnitOfWork {
  db: Transaction;
  /** Records the job now; it joins the queue once the transaction is committed. Returns the job's id. */
  enqueue<Q extends keyof typeof queues>(
    queue: Q,
    subject: { workspaceId: string | null; subjectId: string },
    payload: Omit<Payload<Q>, 'jobId'>,
  ): Promise<string>;
  /** Ends the open jobs of these subjects: their results will not be applied, and running ones are told to stop. */
  cancelJobs(subjectIds: string[]): Promise<void>;
  /** Announced once the transaction is committed. */
  publish(workspaceId: string, event: LiveEvent): void;
  /** Every api process forgets, once the transaction is committed, what it knew of this API or key. */
  routeChanged(change: { apiId: string } | { keyHash: string }): void;
}

/**
 * The one way to change several things together: rows in one transaction, then queue, caches and live events.
 * A job that can't be added or stopped now (Redis away) is left to the reconciler, which reads its row.
 */
export async function transact<T>(services: Services, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const added: QueuedJob[] = [];
  const cancelled: JobRow[] = [];
  const events: [string, LiveEvent][] = [];
  const routes: Parameters<UnitOfWork['routeChanged']>[0][] = [];
  const result = await services.db.transaction((db) =>
    work({
      db,
      async enqueue(queue, subject, payload) {
        const id = newId('job');
        const job = { id, queue, payload: { ...payload, jobId: id } };
        await insertJob(db, { ...job, ...subject, createdAt: services.clock.now() });
        added.push(job);
        return id;
      },
      async cancelJobs(subjectIds) {
        if (subjectIds.length > 0)
          cancelled.push(...(await cancelJobsOf(db, subjectIds, services.clock.now())));
      },
      publish: (workspaceId, event) => events.push([workspaceId, event]),
      routeChanged: (change) => routes.push(change),
    }),
  );
  const later = (job: { id: string }, task: Promise<unknown>) =>
    task.catch((error: Error) =>
      services.log.warn({ job: job.id, error: error.message }, 'job left to the reconciler'),
    );
  await Promise.all([
    ...routes.map((change) => announceRoute(services, change)),
    ...added.map((job) => later(job, services.queues.add(job))),
    ...cancelled.map((job) => later(job, services.queues.stop(job.queue, job.id, 'discard'))),
  ]);
  await Promise.all(events.map(([workspaceId, event]) => services.events.publish(workspaceId, event)));
  return result;
}
