import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotificationList } from './notification-list.tsx';

/** Loads at the first click on its trigger, then opens at once. */
export function NotificationPopover({ trigger }: { trigger: ReactNode }) {
  const { t } = useTranslation('notifications');
  const [open, setOpen] = useState(true);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('title')}
          className="enter z-50 w-[min(24rem,calc(100vw-1rem))] overflow-hidden rounded-lg bg-raised shadow-float outline-none"
        >
          <NotificationList onOpen={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
