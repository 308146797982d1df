import type { LintReport } from '@rowcast/contracts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { datasetLints } from '../../../db/schema/catalogue.ts';
import { jobs } from '../../../db/schema/operations.ts';
import type { Executor } from '../../../platform/db/database.ts';

/** Belongs to a dataset that the caller has found in its workspace. */
export function lintRepository(db: Executor) {
  const of = (datasetId: string, target: string | null) =>
    and(eq(datasetLints.datasetId, datasetId), eq(datasetLints.target, target ?? ''));
  return {
    async find(datasetId: string, target: string | null) {
      const [row] = await db.select().from(datasetLints).where(of(datasetId, target));
      return row ?? null;
    },

    /** The row if the caller must start the job: it never ran, or failed before `retryBefore`. Otherwise null. */
    async claim(datasetId: string, target: string | null, askedAt: Date, retryBefore: Date) {
      const running = { status: 'running' as const, askedAt };
      const [row] = await db
        .insert(datasetLints)
        .values({ datasetId, target: target ?? '', report: null, ...running })
        .onConflictDoUpdate({
          target: [datasetLints.datasetId, datasetLints.target],
          set: running,
          setWhere: sql`${datasetLints.status} = 'error' and ${datasetLints.askedAt} < ${retryBefore.toISOString()}`,
        })
        .returning();
      return row ?? null;
    },

    /** One that failed keeps what was known before the findings. */
    finish: (datasetId: string, target: string | null, report: LintReport | null) =>
      db
        .update(datasetLints)
        .set(report ? { status: 'ready', report } : { status: 'error' })
        .where(of(datasetId, target)),
  };
}

/** What an open job knows before its findings; the dataset it is about, where that is news. */
export async function recordLintBegun(db: Executor, jobId: string, report: LintReport) {
  const [row] = await db
    .update(datasetLints)
    .set({ report })
    .from(jobs)
    .where(
      and(
        eq(jobs.id, jobId),
        eq(jobs.state, 'waiting'),
        eq(datasetLints.datasetId, jobs.subjectId),
        eq(datasetLints.target, report.target ?? ''),
        eq(datasetLints.status, 'running'),
        isNull(datasetLints.report),
      ),
    )
    .returning({ datasetId: datasetLints.datasetId, workspaceId: jobs.workspaceId });
  return row ?? null;
}
