import type { LiveEvent, queues } from '@rowcast/contracts';
import { insertJob } from '../db/jobs.repository.ts';
import type { Transaction } from './database.ts';
import { newId } from './ids.ts';
import type { Payload, QueuedJob } from './queue.ts';
import type { Services } from './services.ts';

export interface UnitOfWork {
  db: Transaction;
  /** Records the job now; it joins the queue once the transaction is committed. Returns the job's id. */
  enqueue<Q extends keyof typeof queues>(
    queue: Q,
    subject: { workspaceId: string | null; subjectId: string },
    payload: Omit<Payload<Q>, 'jobId'>,
  ): Promise<string>;
  /** Announced once the transaction is committed. */
  publish(workspaceId: string, event: LiveEvent): void;
}

/**
 * The one way to change several things together: rows in one transaction, then queue and live events.
 * A job that can't be added now (Redis away) is added by the reconciler from its row.
 */
export async function transact<T>(services: Services, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const jobs: QueuedJob[] = [];
  const events: [string, LiveEvent][] = [];
  const result = await services.db.transaction((db) =>
    work({
      db,
      async enqueue(queue, subject, payload) {
        const id = newId('job');
        const job = { id, queue, payload: { ...payload, jobId: id } };
        await insertJob(db, { ...job, ...subject, createdAt: services.clock.now() });
        jobs.push(job);
        return id;
      },
      publish: (workspaceId, event) => events.push([workspaceId, event]),
    }),
  );
  for (const job of jobs) {
    try {
      await services.queues.add(job);
    } catch (error) {
      services.log.warn({ job: job.id, error: (error as Error).message }, 'job left to the reconciler');
    }
  }
  await Promise.all(events.map(([workspaceId, event]) => services.events.publish(workspaceId, event)));
  return result;
}
