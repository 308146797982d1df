import type { Notification } from '@rowcast/contracts';
import type { NotificationView } from './repository.ts';

export const presentNotification = ({ row, slug }: NotificationView): Notification => ({
  id: row.id,
  kind: row.kind,
  params: row.params,
  path: row.path === null ? null : `${slug ? `/${slug}` : ''}${row.path}`,
  read: row.readAt !== null,
  createdAt: row.createdAt.toISOString(),
});
