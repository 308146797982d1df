import { and, desc, eq, sql } from 'drizzle-orm';
import { isActiveSession } from '../../db/active-session.ts';
import { sessions } from '../../db/schema/accounts.ts';
import type { Executor } from '../../platform/db/database.ts';

export type SessionRow = typeof sessions.$inferSelect;

export const openSessionRepository = (db: Executor, userId: string) => ({
  list: () =>
    db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isActiveSession))
      .orderBy(desc(sessions.lastUsedAt)),

  /** False when the person has no such open session. */
  async revoke(id: string): Promise<boolean> {
    const ended = await db
      .update(sessions)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isActiveSession))
      .returning({ id: sessions.id });
    return ended.length === 1;
  },
});
