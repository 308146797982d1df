import type { QueueName } from '@rowcast/contracts';
import { and, eq, inArray, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../platform/db/database.ts';
import type { Contender } from '../platform/queue/fair-share.ts';
import type { JobRow } from './jobs.repository.ts';
import { workspaces } from './schema/accounts.ts';
import { jobShares, jobs } from './schema/operations.ts';

const open = eq(jobs.state, 'waiting');
const undispatched = and(open, isNull(jobs.dispatchedAt), isNull(jobs.stopMode));

/** Sign-in codes and erasures are not slowed down by busy workspaces. */
const systemWeight = 8;

/** Keeps other processes from dispatching jobs of this queue until the transaction ends. */
export async function lockQueue(db: Transaction, queue: QueueName): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`dispatch ${queue}`}, 0))`);
}

/** Facts about the workspace of a waiting job `j` that decide when its turn is. */
const contender = (queue: QueueName) => ({
  columns: sql`coalesce(j.workspace_id, '') as "workspaceId", coalesce(w.queue_weight, ${systemWeight}) as weight,
    coalesce(s.finished, 0) as finished, coalesce(r.jobs, 0) as running`,
  joins: sql`
    left join ${workspaces} w on w.id = j.workspace_id
    left join ${jobShares} s on s.queue = ${queue} and s.workspace_id = coalesce(j.workspace_id, '')
    left join (
      select workspace_id, count(*)::int as jobs from ${jobs}
      where queue = ${queue} and state = 'waiting' and dispatched_at is not null
      group by workspace_id
    ) r on r.workspace_id is not distinct from j.workspace_id`,
});

const waitingIn = (queue: QueueName) =>
  sql`queue = ${queue} and state = 'waiting' and dispatched_at is null and stop_mode is null`;

type OldestJob = Contender & { jobId: string };

/** Workspaces with waiting jobs, each with its oldest one. */
export async function contendersFor(db: Executor, queue: QueueName): Promise<OldestJob[]> {
  const { columns, joins } = contender(queue);
  const { rows } = await db.execute<OldestJob & Record<string, unknown>>(sql`
    with j as (
      select distinct on (workspace_id) id, workspace_id from ${jobs}
      where ${waitingIn(queue)} order by workspace_id, id
    )
    select j.id as "jobId", ${columns} from j ${joins} order by j.id`);
  return rows;
}

type WaitingJob = Contender & { id: string; costSeconds: number };

/** Waiting jobs with what decides their turns, oldest first. */
export async function undispatchedJobs(db: Executor, queue: QueueName): Promise<WaitingJob[]> {
  const { columns, joins } = contender(queue);
  const { rows } = await db.execute<WaitingJob & Record<string, unknown>>(sql`
    with j as (
      select id, workspace_id, cost_seconds from ${jobs}
      where ${waitingIn(queue)}
    )
    select j.id, j.cost_seconds as "costSeconds", ${columns} from j ${joins} order by j.id`);
  return rows;
}

/** Jobs that were handed out and have not ended. */
export async function dispatchedJobs(db: Executor, queue: QueueName) {
  const rows = await db
    .select({
      id: jobs.id,
      workspaceId: sql<string>`coalesce(${jobs.workspaceId}, '')`,
      costSeconds: jobs.costSeconds,
      dispatchedAt: jobs.dispatchedAt,
    })
    .from(jobs)
    .where(and(open, eq(jobs.queue, queue), isNotNull(jobs.dispatchedAt)));
  return rows.flatMap(({ dispatchedAt, ...job }) => (dispatchedAt ? [{ ...job, dispatchedAt }] : []));
}

/** Of a queue: it advances with the jobs that are dispatched. */
export async function virtualTimeOf(db: Executor, queue: QueueName): Promise<number> {
  const [row] = await db
    .select({ started: max(jobShares.started) })
    .from(jobShares)
    .where(eq(jobShares.queue, queue));
  return row?.started ?? 0;
}

/** Null if the job is no longer wanted, or another transaction is changing it. */
export async function markDispatched(db: Executor, id: string, dispatchedAt: Date) {
  const wanted = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, id), undispatched))
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(jobs)
    .set({ dispatchedAt })
    .where(inArray(jobs.id, wanted))
    .returning({ id: jobs.id, queue: jobs.queue, payload: jobs.payload, costSeconds: jobs.costSeconds });
  return row ?? null;
}

export async function charge(db: Executor, share: typeof jobShares.$inferInsert): Promise<void> {
  const { started, finished } = share;
  await db
    .insert(jobShares)
    .values(share)
    .onConflictDoUpdate({ target: [jobShares.queue, jobShares.workspaceId], set: { started, finished } });
}

/** Replaces the estimated cost of a job that ended with the time that it ran. */
export async function settleCharge(
  db: Executor,
  { queue, workspaceId, costSeconds }: Pick<JobRow, 'queue' | 'workspaceId' | 'costSeconds'>,
  ranSeconds: number,
): Promise<void> {
  const weight = sql`coalesce((select w.queue_weight from ${workspaces} w where w.id = ${workspaceId}), ${systemWeight})`;
  await db
    .update(jobShares)
    .set({ finished: sql`${jobShares.finished} + ${ranSeconds - costSeconds}::float8 / ${weight}` })
    .where(and(eq(jobShares.queue, queue), eq(jobShares.workspaceId, workspaceId ?? '')));
}

export async function queuesWithUndispatched(db: Executor): Promise<QueueName[]> {
  const rows = await db.selectDistinct({ queue: jobs.queue }).from(jobs).where(undispatched);
  return rows.map(({ queue }) => queue);
}

/** Changes when a job is added, handed out or ends. */
export async function queueFingerprint(db: Executor, queue: QueueName): Promise<string> {
  const { rows } = await db.execute<{ jobs: string }>(sql`
    select coalesce(md5(string_agg(id || (dispatched_at is null), ',' order by id)), '') as jobs
    from ${jobs} where queue = ${queue} and state = 'waiting'`);
  return rows[0]?.jobs ?? '';
}

export async function waitingWorkspaces(db: Executor, queue: QueueName): Promise<string[]> {
  const rows = await db
    .selectDistinct({ workspaceId: jobs.workspaceId })
    .from(jobs)
    .where(and(undispatched, eq(jobs.queue, queue)));
  return rows.flatMap(({ workspaceId }) => workspaceId ?? []);
}

/** Estimated seconds of the open jobs of a workspace. */
export async function openCost(db: Executor, workspaceId: string, queue: QueueName): Promise<number> {
  const [row] = await db
    .select({ seconds: sql<number>`coalesce(sum(${jobs.costSeconds}), 0)::float8` })
    .from(jobs)
    .where(and(open, eq(jobs.queue, queue), eq(jobs.workspaceId, workspaceId)));
  return row?.seconds ?? 0;
}

/** Rows that say no more than a missing one: their work is paid for. */
export async function forgetPaidShares(db: Executor): Promise<void> {
  await db.execute(sql`
    delete from ${jobShares} s using (
      select queue, max(started) as now from ${jobShares} group by queue
    ) q where s.queue = q.queue and s.finished <= q.now and s.started < q.now`);
}
