import { RowcastError } from '@rowcast/contracts';
import { and, asc, count, eq } from 'drizzle-orm';
import { testCases } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/database.ts';

export type TestCaseRow = typeof testCases.$inferSelect;

export function testCaseRepository(db: Executor, workspaceId: string) {
  const ofApi = (apiId: string) => and(eq(testCases.workspaceId, workspaceId), eq(testCases.apiId, apiId));
  return {
    listOf: (apiId: string) =>
      db.select().from(testCases).where(ofApi(apiId)).orderBy(asc(testCases.createdAt), asc(testCases.id)),

    async count(apiId: string): Promise<number> {
      const [row] = await db.select({ total: count() }).from(testCases).where(ofApi(apiId));
      return row?.total ?? 0;
    },

    insert: (row: typeof testCases.$inferInsert) => db.insert(testCases).values({ ...row, workspaceId }),

    async remove(apiId: string, id: string): Promise<void> {
      const removed = await db
        .delete(testCases)
        .where(and(ofApi(apiId), eq(testCases.id, id)))
        .returning({ id: testCases.id });
      if (removed.length === 0) throw new RowcastError('NOT_FOUND');
    },
  };
}
