import type { Notification } from '@rowcast/contracts/domain/people/notification';
import { notificationText } from '@rowcast/contracts/notification-texts';
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cn } from '@/shared/lib/class-names.ts';
import { formatRelative } from '@/shared/lib/format/format.ts';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { useMarkRead } from '../api.ts';

interface RowProps {
  notification: Notification;
  onOpen?: () => void;
}

/** A notification with a link to its subject. */
export function NotificationRow({ notification, onOpen }: RowProps) {
  const { t, i18n } = useTranslation('notifications');
  const { mutate } = useMarkRead();
  const { id, path, read, createdAt } = notification;
  const text = notificationText(i18n.language, notification);
  const link = useRef<HTMLAnchorElement>(null);
  const plain = useRef<HTMLParagraphElement>(null);
  const mark = () => {
    if (!read) mutate(id);
  };
  return (
    <li className="flex items-start gap-2 border-b px-3 py-2.5 last:border-b-0">
      <span
        className={cn('mt-1.5 size-2 shrink-0 rounded-full', !read && 'bg-accent')}
        {...(read ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t('unread') })}
      />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {path ? (
          <Link
            ref={link}
            to={path}
            className={cn('rounded-sm hover:underline', !read && 'font-medium')}
            onClick={() => {
              mark();
              onOpen?.();
            }}
          >
            {text}
          </Link>
        ) : (
          <p ref={plain} tabIndex={-1} className={cn('outline-none', !read && 'font-medium')}>
            {text}
          </p>
        )}
        <time dateTime={createdAt} className="block text-faint text-xs">
          {formatRelative(createdAt)}
        </time>
      </div>
      {!read && (
        <IconButton
          label={t('markRead')}
          size="sm"
          onClick={() => {
            mark();
            // The button is removed. Losing the focus would close the popover of the bell.
            (link.current ?? plain.current)?.focus();
          }}
        >
          <Check aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
