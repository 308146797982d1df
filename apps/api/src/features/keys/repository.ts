import { RowcastError } from '@rowcast/contracts';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/catalogue.ts';
import type { Executor } from '../../platform/database.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

export function keyRepository(db: Executor, workspaceId: string) {
  const mine = eq(apiKeys.workspaceId, workspaceId);
  return {
    listOf: (apiId: string) =>
      db
        .select()
        .from(apiKeys)
        .where(and(mine, eq(apiKeys.apiId, apiId)))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)),

    async insert(row: typeof apiKeys.$inferInsert): Promise<KeyRow> {
      const [inserted] = await db
        .insert(apiKeys)
        .values({ ...row, workspaceId })
        .returning();
      if (!inserted) throw new Error('a key was not inserted');
      return inserted;
    },

    /** Held until the transaction ends, so that a key gets one successor. */
    async lock(apiId: string, id: string): Promise<KeyRow> {
      const [row] = await db
        .select()
        .from(apiKeys)
        .where(and(mine, eq(apiKeys.apiId, apiId), eq(apiKeys.id, id)))
        .for('update');
      if (!row) throw new RowcastError('NOT_FOUND');
      return row;
    },

    replace: (id: string, replacedBy: string, expiresAt: Date) =>
      db
        .update(apiKeys)
        .set({ replacedBy, expiresAt })
        .where(and(mine, eq(apiKeys.id, id))),

    /** Revoking twice keeps the first time. */
    async revoke(apiId: string, id: string, revokedAt: Date): Promise<KeyRow> {
      const one = and(mine, eq(apiKeys.apiId, apiId), eq(apiKeys.id, id));
      await db
        .update(apiKeys)
        .set({ revokedAt })
        .where(and(one, isNull(apiKeys.revokedAt)));
      const [row] = await db.select().from(apiKeys).where(one);
      if (!row) throw new RowcastError('NOT_FOUND');
      return row;
    },
  };
}
