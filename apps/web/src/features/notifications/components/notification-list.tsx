import type { Notification } from '@rowcast/contracts/domain/notification';
import { notificationText } from '@rowcast/contracts/notification-texts';
import { BellOff, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cn } from '@/shared/lib/class-names.ts';
import { formatRelative } from '@/shared/lib/format.ts';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/empty-state.tsx';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { IconButton } from '@/shared/ui/icon-button.tsx';
import { Skeleton } from '@/shared/ui/skeleton.tsx';
import { useMarkAllRead, useMarkRead, useNotifications } from '../api.ts';
import { PushChoice } from './push-choice.tsx';

interface RowProps {
  notification: Notification;
  onOpen: () => void;
}

function Row({ notification, onOpen }: RowProps) {
  const { t, i18n } = useTranslation('notifications');
  const { mutate } = useMarkRead();
  const { id, path, read, createdAt } = notification;
  const text = notificationText(i18n.language, notification);
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
            to={path}
            className={cn('rounded-sm hover:underline', !read && 'font-medium')}
            onClick={() => {
              mark();
              onOpen();
            }}
          >
            {text}
          </Link>
        ) : (
          <p className={cn(!read && 'font-medium')}>{text}</p>
        )}
        <time dateTime={createdAt} className="block text-faint text-xs">
          {formatRelative(createdAt)}
        </time>
      </div>
      {!read && (
        <IconButton label={t('markRead')} size="sm" onClick={mark}>
          <Check aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

export function NotificationList({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('notifications');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotifications();
  const markAll = useMarkAllRead();
  const rows = data?.pages.flatMap(({ notifications }) => notifications);
  const unread = data?.pages[0]?.unreadCount ?? 0;
  return (
    <>
      <header className="flex items-center justify-between gap-4 border-b py-2 pr-2 pl-3">
        <h2 className="font-semibold">{t('title')}</h2>
        <Button
          size="sm"
          variant="ghost"
          disabled={unread === 0}
          busy={markAll.isPending}
          onClick={() => markAll.mutate()}
        >
          {t('markAll')}
        </Button>
      </header>
      <div className="max-h-[min(28rem,60vh)] overflow-y-auto">
        {error && !rows && (
          <div className="p-3">
            <ErrorState error={error} failed={t('failed')} onRetry={refetch} />
          </div>
        )}
        {!error && !rows && <Skeleton className="m-3 h-24" />}
        {rows?.length === 0 && (
          <div className="p-3">
            <EmptyState icon={BellOff} title={t('empty')} hint={t('emptyHint')} />
          </div>
        )}
        <ul>
          {rows?.map((notification) => (
            <Row key={notification.id} notification={notification} onOpen={onOpen} />
          ))}
        </ul>
        {hasNextPage && (
          <div className="grid p-2">
            <Button size="sm" variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('older')}
            </Button>
          </div>
        )}
      </div>
      <PushChoice />
    </>
  );
}
