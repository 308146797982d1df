import { Bell } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { LazyOnPress } from '@/shared/ui/actions/lazy-on-press.tsx';
import { useNotifications } from '../api.ts';

const NotificationPopover = lazy(() =>
  import('./notification-popover.tsx').then((m) => ({ default: m.NotificationPopover })),
);

const maxShown = 99;

/** The unread count, which opens the list of notifications. */
export function NotificationBell() {
  const { t } = useTranslation('notifications');
  const unread = useNotifications().data?.pages[0]?.unreadCount ?? 0;
  const label = unread > 0 ? t('openUnread', { count: unread }) : t('open');
  const button = (
    <Button
      variant="ghost"
      className="relative w-8 px-0"
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
    >
      <Bell aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="-top-0.5 absolute left-4.5 min-w-4 rounded-full bg-accent px-1 text-center font-semibold text-xs text-on-accent tabular-nums leading-4"
        >
          {unread > maxShown ? `${maxShown}+` : formatInteger(unread)}
        </span>
      )}
    </Button>
  );
  return (
    <LazyOnPress button={button}>
      <NotificationPopover trigger={button} />
    </LazyOnPress>
  );
}
