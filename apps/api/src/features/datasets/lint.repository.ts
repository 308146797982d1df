import type { LintReport } from '@rowcast/contracts';
import { and, eq, sql } from 'drizzle-orm';
import { datasetLints } from '../../db/schema/catalogue.ts';
import type { Executor } from '../../platform/database.ts';

/** Belongs to a dataset that the caller has found in its workspace. */
export function lintRepository(db: Executor) {
  const of = (datasetId: string, target: string | null) =>
    and(eq(datasetLints.datasetId, datasetId), eq(datasetLints.target, target ?? ''));
  return {
    async find(datasetId: string, target: string | null) {
      const [row] = await db.select().from(datasetLints).where(of(datasetId, target));
      return row ?? null;
    },

    /** True for whoever has to start it: nobody has, or it failed before `retryBefore`. */
    async claim(datasetId: string, target: string | null, askedAt: Date, retryBefore: Date) {
      const running = { status: 'running' as const, report: null, askedAt };
      const rows = await db
        .insert(datasetLints)
        .values({ datasetId, target: target ?? '', ...running })
        .onConflictDoUpdate({
          target: [datasetLints.datasetId, datasetLints.target],
          set: running,
          setWhere: sql`${datasetLints.status} = 'error' and ${datasetLints.askedAt} < ${retryBefore.toISOString()}`,
        })
        .returning({ target: datasetLints.target });
      return rows.length > 0;
    },

    finish: (datasetId: string, target: string | null, report: LintReport | null) =>
      db
        .update(datasetLints)
        .set({ status: report ? 'ready' : 'error', report })
        .where(of(datasetId, target)),
  };
}
