import { and, desc, eq, not, sql } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/catalogue.ts';
import type { Executor } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

const maxShown = 500;

/** Null for a key that neither was revoked nor expires. */
const endsAt = sql`least(${apiKeys.revokedAt}, ${apiKeys.expiresAt})`;
const hasEnded = sql`coalesce(${endsAt} <= now(), false)`;
const isLongOver = sql`coalesce(${endsAt} <= now() - interval '90 days', false)`;

export function keyRepository(db: Executor, workspaceId: string) {
  const mine = eq(apiKeys.workspaceId, workspaceId);
  return {
    /** Where there are more than are shown, those that work go before, since somebody may have to revoke them. */
    listOf(apiId: string): Promise<KeyRow[]> {
      const shown = db
        .select()
        .from(apiKeys)
        .where(and(mine, eq(apiKeys.apiId, apiId), not(isLongOver)))
        .orderBy(hasEnded, desc(apiKeys.createdAt), desc(apiKeys.id))
        .limit(maxShown)
        .as('shown');
      return db.select().from(shown).orderBy(desc(shown.createdAt), desc(shown.id));
    },

    async insert(row: typeof apiKeys.$inferInsert): Promise<KeyRow> {
      const [inserted] = await db
        .insert(apiKeys)
        .values({ ...row, workspaceId })
        .returning();
      if (!inserted) throw new Error('a key was not inserted');
      return inserted;
    },

    /** Held until the transaction ends, so that a key gets one successor, and one end. */
    async lock(apiId: string, id: string): Promise<KeyRow> {
      const [row] = await db
        .select()
        .from(apiKeys)
        .where(and(mine, eq(apiKeys.apiId, apiId), eq(apiKeys.id, id)))
        .for('update');
      return orNotFound(row);
    },

    replace: (id: string, replacedBy: string, expiresAt: Date) =>
      db
        .update(apiKeys)
        .set({ replacedBy, expiresAt })
        .where(and(mine, eq(apiKeys.id, id))),

    revoke: (id: string, revokedAt: Date) =>
      db
        .update(apiKeys)
        .set({ revokedAt })
        .where(and(mine, eq(apiKeys.id, id))),
  };
}
