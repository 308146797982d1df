import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { isStillMember } from '../../db/is-member.ts';
import { users, workspaces } from '../../db/schema/accounts.ts';
import { notifications } from '../../db/schema/evidence.ts';
import { userSettings } from '../../db/schema/settings.ts';
import type { Executor } from '../../platform/db/database.ts';

const waiting = isNull(notifications.mailedAt);

/** People of whom at least one notification is due to be mailed. */
export async function peopleDue(db: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: notifications.userId })
    .from(notifications)
    .where(and(waiting, lte(notifications.mailDueAt, now)))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

export function digestRepository(db: Executor, userId: string) {
  return {
    /** What is due, the news of workspaces that the person has left among it. */
    due: (now: Date) =>
      db
        .select({
          id: notifications.id,
          kind: notifications.kind,
          params: notifications.params,
          path: notifications.path,
          slug: workspaces.slug,
          isStillMember,
        })
        .from(notifications)
        .leftJoin(workspaces, eq(workspaces.id, notifications.workspaceId))
        .where(and(eq(notifications.userId, userId), waiting, lte(notifications.mailDueAt, now)))
        .orderBy(asc(notifications.id))
        .limit(200),

    /** The person, held so that nobody else mails them meanwhile; undefined where somebody does. */
    async hold() {
      const [row] = await db
        .select({
          email: users.email,
          username: users.username,
          chosen: userSettings.notifications,
          language: sql<string>`coalesce(${userSettings.preferences} ->> 'language', 'en')`,
        })
        .from(users)
        .leftJoin(userSettings, eq(userSettings.userId, users.id))
        .where(eq(users.id, userId))
        .for('no key update', { of: users, skipLocked: true });
      return row;
    },

    postpone: (ids: string[], mailDueAt: Date) =>
      db.update(notifications).set({ mailDueAt }).where(inArray(notifications.id, ids)),

    markMailed: (ids: string[], mailedAt: Date) =>
      db.update(notifications).set({ mailedAt }).where(inArray(notifications.id, ids)),
  };
}
