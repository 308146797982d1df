import { and, eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { notifications, pushSubscriptions } from '../../db/schema/evidence.ts';
import { userSettings } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/database.ts';

export const pushRepository = (db: Executor) => ({
  /** A browser belongs to whoever signed in last. */
  save: (row: typeof pushSubscriptions.$inferInsert) =>
    db
      .insert(pushSubscriptions)
      .values(row)
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { userId: row.userId, sealedKeys: row.sealedKeys },
      }),

  remove: (endpoint: string, userId?: string) =>
    db
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.endpoint, endpoint),
          userId ? eq(pushSubscriptions.userId, userId) : undefined,
        ),
      ),

  browsersOf: (userId: string) =>
    db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId)),

  /** The person whom a notification is for, and in which language. */
  async addressee(notificationId: string) {
    const [row] = await db
      .select({
        userId: notifications.userId,
        language: sql<string>`coalesce(${userSettings.preferences} ->> 'language', 'en')`,
      })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.userId))
      .leftJoin(userSettings, eq(userSettings.userId, users.id))
      .where(eq(notifications.id, notificationId));
    return row;
  },
});
