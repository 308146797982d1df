import { RowcastError } from '@rowcast/contracts';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { testCases } from '../../db/schema/serving.ts';
import type { Executor } from '../../platform/db/database.ts';

export type TestCaseRow = typeof testCases.$inferSelect;

const inOrder = [asc(testCases.createdAt), asc(testCases.id)];

export function testCaseRepository(db: Executor, workspaceId: string) {
  const ofApi = (apiId: string) => and(eq(testCases.workspaceId, workspaceId), eq(testCases.apiId, apiId));
  return {
    listOf: (apiId: string) =>
      db
        .select()
        .from(testCases)
        .where(ofApi(apiId))
        .orderBy(...inOrder),

    async idsOf(apiId: string): Promise<string[]> {
      const rows = await db
        .select({ id: testCases.id })
        .from(testCases)
        .where(ofApi(apiId))
        .orderBy(...inOrder);
      return rows.map(({ id }) => id);
    },

    async get(apiId: string, id: string): Promise<TestCaseRow | null> {
      const [row] = await db
        .select()
        .from(testCases)
        .where(and(ofApi(apiId), eq(testCases.id, id)));
      return row ?? null;
    },

    async measure(apiId: string): Promise<{ cases: number; bytes: number }> {
      const size = sql`octet_length(${testCases.request}::text) + coalesce(octet_length(${testCases.expected}::text), 0)`;
      const [row] = await db
        .select({ cases: count(), bytes: sql<number>`coalesce(sum(${size}), 0)::float8` })
        .from(testCases)
        .where(ofApi(apiId));
      return row ?? { cases: 0, bytes: 0 };
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
