import { BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useMarkAllRead, useNotifications } from '../api.ts';
import { NotificationRow } from './notification-row.tsx';
import { PushChoice } from './push-choice.tsx';

export function NotificationList({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('notifications');
  const paths = usePaths();
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
            <NotificationRow key={notification.id} notification={notification} onOpen={onOpen} />
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
      <div className="border-t p-2">
        <Button asChild size="sm" variant="ghost" className="w-full">
          <Link to={paths.notifications} onClick={onOpen}>
            {t('seeAll')}
          </Link>
        </Button>
      </div>
      <div className="border-t p-2 empty:hidden">
        <PushChoice />
      </div>
    </>
  );
}
