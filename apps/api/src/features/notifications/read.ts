import type { notificationRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { presentNotification } from './presenter.ts';
import { refreshOpenPages } from './refresh-open-pages.ts';
import { notificationRepository } from './repository.ts';

export async function readNotification(
  ctx: SessionContext,
  { params: { id } }: Input<typeof notificationRoutes.read>,
) {
  const { userId } = ctx.actor;
  const repository = notificationRepository(ctx.db, userId);
  const marked = await repository.read(ctx.clock.now(), id);
  const notification = presentNotification(await repository.find(id));
  if (marked > 0) await refreshOpenPages(ctx, [userId]);
  return { notification, unreadCount: await repository.unread() };
}

export async function readAllNotifications(ctx: SessionContext) {
  const { userId } = ctx.actor;
  const repository = notificationRepository(ctx.db, userId);
  if ((await repository.read(ctx.clock.now())) > 0) await refreshOpenPages(ctx, [userId]);
  return { unreadCount: await repository.unread() };
}
