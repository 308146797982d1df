import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { sessions } from '../../db/schema/accounts.ts';
import type { Executor } from '../../platform/database.ts';

export type SessionRow = typeof sessions.$inferSelect;

const alive = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`));

export const openSessionRepository = (db: Executor, userId: string) => ({
  list: () =>
    db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, userId), alive))
      .orderBy(desc(sessions.lastUsedAt)),

  /** False when the person has no such open session. */
  async revoke(id: string): Promise<boolean> {
    const ended = await db
      .update(sessions)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId), alive))
      .returning({ id: sessions.id });
    return ended.length === 1;
  },
});
