import { notificationRoutes } from '@rowcast/contracts/http/people/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '@/shared/lib/http/call.ts';
import { canPush, ownSubscription, pushWorker } from '@/shared/lib/session/push-subscription.ts';

const key = ['push'] as const;

/** The server's public key (null if it sends no messages), browser support, and the subscription. */
export function usePushState() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { publicKey } = await call(notificationRoutes.pushKey, { signal });
      const ready = canPush() && (await pushWorker()) !== undefined;
      return { publicKey, ready, subscribed: ready && (await ownSubscription()) !== null };
    },
  });
}

async function subscribe(publicKey: string): Promise<void> {
  const registration = await pushWorker();
  if (!registration) return;
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      // Without a reachable push service, this is an AbortError, which would look like a cancelled request.
      throw new Error('The browser did not subscribe to push messages.', { cause });
    });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call(notificationRoutes.subscribe, { body: { endpoint, keys: { p256dh, auth } } });
}

async function unsubscribe(): Promise<void> {
  const subscription = await ownSubscription();
  if (!subscription) return;
  await call(notificationRoutes.unsubscribe, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

export function useTogglePush() {
  const { t } = useTranslation('notifications');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ publicKey, subscribed }: { publicKey: string; subscribed: boolean }) =>
      subscribed ? unsubscribe() : subscribe(publicKey),
    meta: {
      fallback:
        'Notification' in window && Notification.permission === 'denied'
          ? t('push.denied')
          : t('push.failed'),
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
