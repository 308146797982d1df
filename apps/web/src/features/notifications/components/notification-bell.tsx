import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '@/shared/lib/format.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Skeleton } from '@/shared/ui/skeleton.tsx';
import { useNotifications } from '../api.ts';

const NotificationList = lazy(() =>
  import('./notification-list.tsx').then((m) => ({ default: m.NotificationList })),
);

const mostShown = 99;

/** How many are unread, and the list of all. */
export function NotificationBell() {
  const { t } = useTranslation('notifications');
  const [open, setOpen] = useState(false);
  const unread = useNotifications().data?.pages[0]?.unreadCount ?? 0;
  const label = unread > 0 ? t('openUnread', { count: unread }) : t('open');
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button variant="ghost" className="relative w-8 px-0" aria-label={label} title={label}>
          <Bell aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="-top-0.5 absolute left-4.5 min-w-4 rounded-full bg-accent px-1 text-center font-semibold text-xs text-on-accent tabular-nums leading-4"
            >
              {unread > mostShown ? `${mostShown}+` : formatInteger(unread)}
            </span>
          )}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('title')}
          className="enter z-50 w-[min(24rem,calc(100vw-1rem))] overflow-hidden rounded-lg bg-raised shadow-float outline-none"
        >
          <Suspense fallback={<Skeleton className="m-3 h-24" />}>
            <NotificationList onOpen={() => setOpen(false)} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
