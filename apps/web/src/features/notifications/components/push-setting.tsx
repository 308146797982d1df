import { notificationErrors } from '@rowcast/contracts/errors/notifications';
import { useTranslation } from 'react-i18next';
import { byCode } from '@/shared/i18n/error-message.ts';
import { canPush } from '@/shared/lib/session/push-subscription.ts';
import { Awaited } from '@/shared/ui/states/awaited.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { usePushState } from '../push.ts';
import { PushChoice } from './push-choice.tsx';

/** The push choice beside the setting for all browsers, or the reason why push is unavailable. */
export function PushSetting() {
  const { t } = useTranslation('notifications');
  const query = usePushState();
  if (!query.data)
    return (
      <Awaited queries={[query]}>
        <Skeleton className="h-7" />
      </Awaited>
    );
  if (query.data.publicKey && canPush()) return <PushChoice />;
  const { message } = notificationErrors.PUSH_NOT_SET_UP;
  return (
    <p className="text-soft text-sm">
      {query.data.publicKey ? t('push.unsupported') : byCode({ code: 'PUSH_NOT_SET_UP', message })}
    </p>
  );
}
