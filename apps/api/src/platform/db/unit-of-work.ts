import type { LiveEvent, QueueName, queues } from '@rowcast/contracts';
import { appendAudit } from '../../db/audit.repository.ts';
import type { Erasure } from '../../db/audit-erasure.repository.ts';
import { settleCharge } from '../../db/job-shares.repository.ts';
import { cancelJobsOf, insertJob, type JobRow } from '../../db/jobs.repository.ts';
import { insertNotices, type Listener } from '../../db/notifications.repository.ts';
import { insertRouteChanges } from '../../db/route-changes.repository.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { RequestContext } from '../context.ts';
import type { Notice } from '../events/notice.ts';
import { newId } from '../ids.ts';
import { queueSettings } from '../queue/queue-settings.ts';
import type { Payload } from '../queue/queues.ts';
import type { RecordedChange, RouteChange } from '../redis/route-changes.ts';
import type { Services } from '../services.ts';
import { type Transaction, transaction } from './database.ts';

export interface UnitOfWork {
  db: Transaction;
  /**
   * Records the job now; it waits for its turn once the transaction is committed. `costSeconds` estimates its work. Returns
   * the job's id.
   */
  enqueue<Q extends keyof typeof queues>(
    queue: Q,
    subject: { workspaceId: string | null; subjectId: string },
    payload: Omit<Payload<Q>, 'jobId'>,
    costSeconds?: number,
  ): Promise<string>;
  /** Ends the open jobs of these subjects: their results are not applied, and running ones are stopped. */
  cancelJobs(subjectIds: string[]): Promise<void>;
  /** Announced once the transaction is committed, to everyone who follows the workspace or to one person there. */
  publish(workspaceId: string, event: LiveEvent, userId?: string): void;
  /** Invalidates this route or key in every API process, once the transaction is committed. */
  routeChanged(change: RouteChange): void;
  /** Records who did what, in this transaction: without the record there is no change. */
  audit(entry: AuditEntry): void;
  /** Takes what names a person out of the audit log, what this transaction says of them included. */
  eraseFromAudit(erasure: Erasure): void;
  /** Notifies users, by id or by permission in a workspace. */
  notify(to: Notice['to'], kind: Notice['kind'], params?: Notice['params'], path?: string): void;
}

/** Who is behind a change is read off the request's context; the jobs process has none, and acts as nobody. */
type Caller = Services &
  Partial<Pick<RequestContext, 'ip' | 'requestId'>> & {
    actor?: { workspaceId: string; userId: string | null } | null;
  };

const originOf = ({ actor, ip, requestId }: Caller) => ({
  userId: actor?.userId ?? null,
  workspaceId: actor?.workspaceId ?? null,
  ip: ip || null,
  requestId: requestId ?? null,
});

/** Takes a cancelled job out of the queue. Its workspace pays for no more than the time since it was handed out. */
async function dropJob({ db, clock, queues }: Services, job: JobRow): Promise<void> {
  if (!job.dispatchedAt) return;
  await queues.drop(job.queue, job.id);
  const seconds = (clock.now().getTime() - job.dispatchedAt.getTime()) / 1_000;
  await settleCharge(db, job, Math.min(seconds, job.costSeconds));
}

/**
 * The one way to change several things together: rows in one transaction, then queue, caches and live events.
 * A job that can't be added or stopped now (Redis away) is left to the reconciler, which reads its row.
 */
export async function transact<T>(services: Caller, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  const added = new Set<QueueName>();
  const cancelled: JobRow[] = [];
  const events: Parameters<UnitOfWork['publish']>[] = [];
  const routes: RouteChange[] = [];
  const audited: AuditEntry[] = [];
  const erasures: Erasure[] = [];
  const notices: Notice[] = [];
  let recorded: RecordedChange[] = [];
  let listeners: Listener[] = [];
  const result = await transaction(services.db, async (db) => {
    const unit: UnitOfWork = {
      db,
      async enqueue(queue, subject, payload, costSeconds = queueSettings[queue].costSeconds) {
        const id = newId('job');
        const job = { id, queue, payload: { ...payload, jobId: id }, costSeconds };
        await insertJob(db, { ...job, ...subject, createdAt: services.clock.now() });
        added.add(queue);
        return id;
      },
      async cancelJobs(subjectIds) {
        if (subjectIds.length > 0)
          cancelled.push(...(await cancelJobsOf(db, subjectIds, services.clock.now())));
      },
      publish: (...event) => events.push(event),
      routeChanged: (change) => routes.push(change),
      audit: (entry) => audited.push(entry),
      eraseFromAudit: (erasure) => erasures.push(erasure),
      notify: (to, kind, params = {}, path) => notices.push({ to, kind, params, path: path ?? null }),
    };
    const done = await work(unit);
    recorded = await insertRouteChanges(db, routes);
    const now = services.clock.now();
    const delivered = await insertNotices(db, notices, now);
    listeners = delivered.listeners;
    for (const { id: notificationId, workspaceId } of delivered.pushes)
      await unit.enqueue('push', { workspaceId, subjectId: notificationId }, { notificationId });
    await appendAudit(db, audited, erasures, originOf(services), now);
    return done;
  });
  const later = (job: { id: string }, task: Promise<unknown>) =>
    task.catch((err) => services.log.warn({ job: job.id, err }, 'job left to the reconciler'));
  await Promise.all([
    ...recorded.map((change) => services.routeNews.announce(change)),
    ...[...added].map((queue) => services.dispatcher.dispatch(queue)),
    ...cancelled.map((job) => later(job, dropJob(services, job))),
  ]);
  const freed = new Set(cancelled.map(({ queue }) => queue));
  await Promise.all([...freed].map((queue) => services.dispatcher.dispatch(queue)));
  await Promise.all([
    ...events.map((event) => services.events.publish(...event)),
    ...listeners.map(({ workspaceId, userId }) =>
      services.events.publish(workspaceId, { type: 'notifications.changed' }, userId),
    ),
  ]);
  return result;
}
