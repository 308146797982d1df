import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import { isActiveSession } from '../../db/active-session.ts';
import { isStillMember } from '../../db/is-member.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import { notifications, pushSubscriptions } from '../../db/schema/evidence.ts';
import { userSettings } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/db/database.ts';

/** Per person; an older one is forgotten for a newer. */
const browsersKept = 20;

export const pushRepository = (db: Executor) => ({
  /** A browser belongs to the user who signed in last. */
  async save(row: typeof pushSubscriptions.$inferInsert): Promise<void> {
    await db
      .insert(pushSubscriptions)
      .values(row)
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
    const newest = db
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, row.userId))
      .orderBy(desc(pushSubscriptions.id))
      .limit(browsersKept);
    await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, row.userId), notInArray(pushSubscriptions.id, newest)));
  },

  /** Whether there was one. */
  async remove(endpoint: string, userId?: string): Promise<boolean> {
    const removed = await db
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.endpoint, endpoint),
          userId ? eq(pushSubscriptions.userId, userId) : undefined,
        ),
      )
      .returning({ id: pushSubscriptions.id });
    return removed.length > 0;
  },

  /** Those that somebody is still signed in with. */
  browsersOf: (userId: string) =>
    db
      .select({ endpoint: pushSubscriptions.endpoint, sealedKeys: pushSubscriptions.sealedKeys })
      .from(pushSubscriptions)
      .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), isActiveSession))
      .where(eq(pushSubscriptions.userId, userId)),

  /** The person whom a notification is for, and in which language; nobody once they have left its workspace. */
  async addressee(notificationId: string) {
    const [row] = await db
      .select({
        userId: notifications.userId,
        language: sql<string>`coalesce(${userSettings.preferences} ->> 'language', 'en')`,
      })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.userId))
      .leftJoin(userSettings, eq(userSettings.userId, users.id))
      .where(and(eq(notifications.id, notificationId), isStillMember));
    return row;
  },
});
