import type { QueueName, stopMessage } from '@rowcast/contracts';
import { and, asc, eq, getTableColumns, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Executor } from '../platform/db/database.ts';
import { jobs } from './schema/operations.ts';

export type StopMode = z.infer<typeof stopMessage>['mode'];
export type JobRow = typeof jobs.$inferSelect;
export type JobSummary = Omit<JobRow, 'payload'>;

export interface NewJob {
  id: string;
  workspaceId: string | null;
  queue: QueueName;
  subjectId: string;
  payload: unknown;
  createdAt: Date;
  costSeconds?: number;
}

const open = eq(jobs.state, 'waiting');
const { payload: _payload, ...summary } = getTableColumns(jobs);

export async function insertJob(db: Executor, job: NewJob): Promise<void> {
  await db.insert(jobs).values(job);
}

/** Ends an open job and returns its row, which entitles the caller to apply the result. Null if it had ended before. */
export async function finishJob(
  db: Executor,
  id: string,
  state: 'done' | 'failed' | 'cancelled',
  finishedAt: Date,
): Promise<JobRow | null> {
  const [row] = await db
    .update(jobs)
    .set({ state, finishedAt })
    .where(and(eq(jobs.id, id), open))
    .returning();
  return row ?? null;
}

/** Ends every open job of these subjects, without a result. */
export function cancelJobsOf(db: Executor, subjectIds: string[], finishedAt: Date): Promise<JobRow[]> {
  return db
    .update(jobs)
    .set({ state: 'cancelled', finishedAt })
    .where(and(inArray(jobs.subjectId, subjectIds), open))
    .returning();
}

/** The mode that holds: what is to be discarded stays so, whatever is asked afterwards; none for a job that ended. */
export async function requestStop(
  db: Executor,
  id: string,
  stopMode: StopMode,
): Promise<StopMode | undefined> {
  const kept = sql<StopMode>`case when ${jobs.stopMode} = 'discard' then ${jobs.stopMode} else ${stopMode} end`;
  const [row] = await db
    .update(jobs)
    .set({ stopMode: kept })
    .where(and(eq(jobs.id, id), open))
    .returning({ stopMode: jobs.stopMode });
  return row?.stopMode ?? undefined;
}

/** How many a workspace has open in these queues. Nobody else counts or adds any there until the transaction ends. */
export async function countOpenJobs(
  db: Executor,
  workspaceId: string,
  queues: readonly QueueName[],
): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${queues} ${workspaceId}`}, 0))`);
  return db.$count(jobs, and(eq(jobs.workspaceId, workspaceId), inArray(jobs.queue, [...queues]), open));
}

/** Open jobs in the order of their ids, which is that of their making. */
export function openJobsAfter(db: Executor, id: string, limit: number): Promise<JobSummary[]> {
  return db
    .select(summary)
    .from(jobs)
    .where(and(open, gt(jobs.id, id)))
    .orderBy(asc(jobs.id))
    .limit(limit);
}

/** When the oldest job of a queue whose result is still to come was made. */
export async function oldestOpenJob(db: Executor, queue: QueueName): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: jobs.createdAt })
    .from(jobs)
    .where(and(open, eq(jobs.queue, queue)))
    .orderBy(asc(jobs.createdAt))
    .limit(1);
  return row?.createdAt ?? null;
}

/** Those of the ids whose job is still open. */
export async function stillOpen(db: Executor, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.id, ids), open));
  return new Set(rows.map((row) => row.id));
}

/** The job as it is queued; null unless it is open and nobody wishes to stop it. */
export async function findWanted(
  db: Executor,
  id: string,
): Promise<Pick<JobRow, 'id' | 'queue' | 'payload'> | null> {
  const [row] = await db
    .select({ id: jobs.id, queue: jobs.queue, payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.id, id), open, isNull(jobs.stopMode)));
  return row ?? null;
}

export async function forgetEndedJobs(db: Executor, keptDays: number): Promise<void> {
  await db
    .delete(jobs)
    .where(
      and(
        sql`${jobs.state} <> 'waiting'`,
        sql`${jobs.finishedAt} < now() - make_interval(days => ${keptDays})`,
      ),
    );
}
