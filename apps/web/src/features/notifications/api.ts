import type { Notification } from '@rowcast/contracts/domain/people/notification';
import { notificationRoutes } from '@rowcast/contracts/http/people/notifications';
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '@/shared/lib/http/call.ts';
import { everyNotification, type NotificationFilters, notificationKeys } from './keys.ts';

interface Page {
  notifications: Notification[];
  unreadCount: number;
  nextCursor: string | null;
}

export function useNotifications(filters: NotificationFilters = everyNotification) {
  return useInfiniteQuery({
    queryKey: notificationKeys.list(filters),
    queryFn: ({ pageParam, signal }) =>
      call(notificationRoutes.list, {
        query: { ...filters, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Updates the list optimistically; the count always comes from the server. */
function show(queries: QueryClient, unreadCount: number, isRead: (id: string) => boolean): void {
  queries.setQueriesData<InfiniteData<Page, string>>(
    { queryKey: notificationKeys.all },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          unreadCount,
          notifications: page.notifications.map((each) => (isRead(each.id) ? { ...each, read: true } : each)),
        })),
      },
  );
}

export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(notificationRoutes.read, { params: { id } }),
    onSuccess: ({ unreadCount }, id) => show(queries, unreadCount, (each) => each === id),
  });
}

export function useMarkAllRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(notificationRoutes.readAll, {}),
    onSuccess: ({ unreadCount }) => show(queries, unreadCount, () => true),
  });
}
