import type { notificationRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { presentNotification } from './presenter.ts';
import { notificationRepository } from './repository.ts';

export async function listNotifications(
  { db, actor }: SessionContext,
  { query }: Input<typeof notificationRoutes.list>,
) {
  const repository = notificationRepository(db, actor.userId);
  const [rows, unreadCount] = await Promise.all([repository.list(query), repository.unread()]);
  const last = rows.length === query.limit ? rows.at(-1) : undefined;
  return { notifications: rows.map(presentNotification), unreadCount, nextCursor: last?.row.id ?? null };
}
