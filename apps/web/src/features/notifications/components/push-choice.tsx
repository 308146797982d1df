import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { usePushState, useTogglePush } from '../push.ts';

/** Shown only if the server and the browser support push messages. */
export function PushChoice() {
  const { t } = useTranslation('notifications');
  const state = usePushState().data;
  const toggle = useTogglePush();
  if (!state?.publicKey || !state.ready) return null;
  const { publicKey, subscribed } = state;
  return (
    <Button
      size="sm"
      className="w-full"
      busy={toggle.isPending}
      onClick={() => toggle.mutate({ publicKey, subscribed })}
    >
      {subscribed ? t('push.stop') : t('push.offer')}
    </Button>
  );
}
