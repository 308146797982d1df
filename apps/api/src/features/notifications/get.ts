import type { notificationRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { presentNotification } from './presenter.ts';
import { notificationRepository } from './repository.ts';

export const getNotification = async (
  { db, actor }: SessionContext,
  { params }: Input<typeof notificationRoutes.get>,
) => presentNotification(await notificationRepository(db, actor.userId).find(params.id));
