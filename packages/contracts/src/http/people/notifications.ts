import { z } from 'zod';
import { notificationId } from '../../domain/ids.ts';
import {
  type NotificationTopic,
  notification,
  notificationTopics,
} from '../../domain/people/notification.ts';
import { defineRoute } from '../route.ts';

const unreadCount = z.number().int().min(0);
const params = z.object({ id: notificationId });
const endpoint = z.url({ protocol: /^https$/ }).max(2_000);
const base = { tag: 'Notifications', auth: 'session' } as const;

export const notificationStatuses = ['all', 'unread'] as const;
export const notificationAbouts = [
  'all',
  ...(Object.keys(notificationTopics) as NotificationTopic[]),
] as const;

/** A person's own, in whatever workspace they look. */
export const notificationRoutes = {
  list: defineRoute({
    ...base,
    id: 'listNotifications',
    method: 'get',
    path: '/notifications',
    summary: 'List notifications',
    description: 'Returns your notifications, newest first, and the number of unread ones.',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      status: z.enum(notificationStatuses).default('all'),
      about: z.enum(notificationAbouts).default('all'),
      cursor: notificationId.optional().describe('the nextCursor of the page before'),
    }),
    status: 200,
    response: z.object({
      notifications: z.array(notification),
      unreadCount,
      nextCursor: notificationId.nullable(),
    }),
    errors: ['UNAUTHENTICATED'],
  }),
  get: defineRoute({
    ...base,
    id: 'getNotification',
    method: 'get',
    path: '/notifications/:id',
    summary: 'Get a notification',
    description: 'Returns one of your notifications.',
    params,
    status: 200,
    response: notification,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  read: defineRoute({
    ...base,
    id: 'readNotification',
    method: 'post',
    path: '/notifications/:id/read',
    summary: 'Mark a notification as read',
    description: 'Marks one of your notifications as read.',
    params,
    status: 200,
    response: z.object({ notification, unreadCount }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  readAll: defineRoute({
    ...base,
    id: 'readAllNotifications',
    method: 'post',
    path: '/notifications/mark-all-read',
    summary: 'Mark all notifications as read',
    description: 'Marks all of your notifications as read.',
    status: 200,
    response: z.object({ unreadCount }),
    errors: ['UNAUTHENTICATED'],
  }),
  pushKey: defineRoute({
    ...base,
    id: 'getPushKey',
    method: 'get',
    path: '/push-subscriptions/key',
    summary: 'Get the push key',
    description:
      'Returns the key with which a browser subscribes to push messages, or null if this server sends none.',
    status: 200,
    response: z.object({ publicKey: z.string().nullable() }),
    errors: ['UNAUTHENTICATED'],
  }),
  subscribe: defineRoute({
    ...base,
    id: 'subscribePush',
    method: 'post',
    path: '/push-subscriptions',
    summary: 'Subscribe to push messages',
    description: 'Registers this browser for push messages.',
    body: z.object({
      endpoint,
      keys: z.object({
        p256dh: z.base64url().length(87),
        auth: z.base64url().length(22),
      }),
    }),
    status: 204,
    errors: ['UNAUTHENTICATED', 'VALIDATION_FAILED', 'PUSH_NOT_SET_UP', 'PUSH_SERVICE_UNKNOWN'],
  }),
  unsubscribe: defineRoute({
    ...base,
    id: 'unsubscribePush',
    method: 'delete',
    path: '/push-subscriptions',
    summary: 'Unsubscribe from push messages',
    description: 'Stops push messages to this browser.',
    body: z.object({ endpoint }),
    status: 204,
    errors: ['UNAUTHENTICATED', 'VALIDATION_FAILED'],
  }),
} as const;
