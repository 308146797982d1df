import type { NotificationTopic } from '@rowcast/contracts/domain/people/notification';

export interface NotificationFilters {
  status: 'all' | 'unread';
  about: 'all' | NotificationTopic;
}

export const everyNotification: NotificationFilters = { status: 'all', about: 'all' };

export const notificationKeys = {
  all: ['notifications'] as const,
  list: (filters: NotificationFilters) => ['notifications', filters] as const,
};
