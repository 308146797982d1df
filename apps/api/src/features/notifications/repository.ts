import { kindsAbout, type NotificationTopic } from '@rowcast/contracts';
import { and, count, desc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm';
import { isStillMember } from '../../db/is-member.ts';
import { workspaces } from '../../db/schema/accounts.ts';
import { notifications } from '../../db/schema/evidence.ts';
import type { Executor } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';

const view = { row: getTableColumns(notifications), slug: workspaces.slug };

interface ListFilter {
  cursor?: string | undefined;
  limit: number;
  status: 'all' | 'unread';
  about: 'all' | NotificationTopic;
}

export function notificationRepository(db: Executor, userId: string) {
  const own = and(eq(notifications.userId, userId), isStillMember);
  const select = () =>
    db.select(view).from(notifications).leftJoin(workspaces, eq(workspaces.id, notifications.workspaceId));
  return {
    list: ({ cursor, limit, status, about }: ListFilter) =>
      select()
        .where(
          and(
            own,
            cursor ? lt(notifications.id, cursor) : undefined,
            status === 'unread' ? isNull(notifications.readAt) : undefined,
            about === 'all' ? undefined : inArray(notifications.kind, kindsAbout(about)),
          ),
        )
        .orderBy(desc(notifications.id))
        .limit(limit),

    async find(id: string) {
      const [row] = await select().where(and(own, eq(notifications.id, id)));
      return orNotFound(row);
    },

    async unread(): Promise<number> {
      const [row] = await db
        .select({ total: count() })
        .from(notifications)
        .where(and(own, isNull(notifications.readAt)));
      return row?.total ?? 0;
    },

    /** Marking twice keeps the first time. Returns how many were unread. */
    async read(readAt: Date, id?: string): Promise<number> {
      const marked = await db
        .update(notifications)
        .set({ readAt })
        .where(and(own, isNull(notifications.readAt), id ? eq(notifications.id, id) : undefined))
        .returning({ id: notifications.id });
      return marked.length;
    },
  };
}

export type NotificationView = Awaited<ReturnType<ReturnType<typeof notificationRepository>['find']>>;

export async function forgetNotifications(db: Executor, keptDays: number): Promise<void> {
  await db
    .delete(notifications)
    .where(lt(notifications.createdAt, sql`now() - make_interval(days => ${keptDays})`));
}
