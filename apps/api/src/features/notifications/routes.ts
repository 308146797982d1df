import { notificationRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { getNotification } from './get.ts';
import { listNotifications } from './list.ts';
import { policy } from './policy.ts';
import { readAllNotifications, readNotification } from './read.ts';
import { getPushKey, subscribePush, unsubscribePush } from './subscribe.ts';

export const routes = [
  route(notificationRoutes.list, policy.own, listNotifications),
  route(notificationRoutes.readAll, policy.own, readAllNotifications),
  route(notificationRoutes.get, policy.own, getNotification),
  route(notificationRoutes.read, policy.own, readNotification),
  route(notificationRoutes.pushKey, policy.own, getPushKey),
  route(notificationRoutes.subscribe, policy.own, subscribePush),
  route(notificationRoutes.unsubscribe, policy.own, unsubscribePush),
];
