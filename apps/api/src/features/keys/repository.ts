import { and, desc, eq, getTableColumns, not, sql } from 'drizzle-orm';
import { memberships, users } from '../../db/schema/accounts.ts';
import { apiKeys, apis } from '../../db/schema/catalogue.ts';
import type { Executor } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

type StoredKey = typeof apiKeys.$inferSelect;
export interface KeyRow extends StoredKey {
  ownerName: string | null;
  ownerIsMember: boolean;
}

const maxShown = 500;

/** Null for a key that neither was revoked nor expires. */
const endsAt = sql`least(${apiKeys.revokedAt}, ${apiKeys.expiresAt})`;
const hasEnded = sql`coalesce(${endsAt} <= now(), false)`;
const isLongOver = sql`coalesce(${endsAt} <= now() - interval '90 days', false)`;

const withOwner = {
  ...getTableColumns(apiKeys),
  ownerName: sql<string | null>`${users.name}`.as('owner_name'),
  ownerIsMember: sql<boolean>`exists (select 1 from ${memberships}
    where ${memberships.userId} = ${apiKeys.ownerId} and ${memberships.workspaceId} = ${apiKeys.workspaceId})`.as(
    'owner_is_member',
  ),
};

export function keyRepository(db: Executor, workspaceId: string) {
  const mine = eq(apiKeys.workspaceId, workspaceId);
  return {
    /** Where there are more than are shown, those that work go before, since somebody may have to revoke them. */
    listOf(apiId: string): Promise<KeyRow[]> {
      const shown = db
        .select(withOwner)
        .from(apiKeys)
        .leftJoin(users, eq(users.id, apiKeys.ownerId))
        .where(and(mine, eq(apiKeys.apiId, apiId), not(isLongOver)))
        .orderBy(hasEnded, desc(apiKeys.createdAt), desc(apiKeys.id))
        .limit(maxShown)
        .as('shown');
      return db.select().from(shown).orderBy(desc(shown.createdAt), desc(shown.id));
    },

    async insert(row: typeof apiKeys.$inferInsert & { ownerId: string }): Promise<KeyRow> {
      await db.insert(apiKeys).values({ ...row, workspaceId });
      const [inserted] = await db
        .select(withOwner)
        .from(apiKeys)
        .leftJoin(users, eq(users.id, apiKeys.ownerId))
        .where(and(mine, eq(apiKeys.id, row.id)));
      return orNotFound(inserted);
    },

    /** The keys of one person that work, with the names of their APIs. */
    activeOf: (ownerId: string) =>
      db
        .select({ ...withOwner, api: apis.name })
        .from(apiKeys)
        .innerJoin(apis, eq(apis.id, apiKeys.apiId))
        .leftJoin(users, eq(users.id, apiKeys.ownerId))
        .where(and(mine, eq(apiKeys.ownerId, ownerId), not(hasEnded)))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)),

    reassign: (id: string, ownerId: string) =>
      db
        .update(apiKeys)
        .set({ ownerId })
        .where(and(mine, eq(apiKeys.id, id))),

    /** Held until the transaction ends, so that a key gets one successor, and one end. */
    async lock(apiId: string, id: string): Promise<StoredKey> {
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
