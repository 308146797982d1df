import { notificationAbouts, notificationStatuses } from '@rowcast/contracts/http/people/notifications';
import { BellOff, CheckCheck } from 'lucide-react';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { Tabs } from '@/shared/ui/layout/tabs.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useMarkAllRead, useNotifications } from '../api.ts';
import { NotificationRow } from '../components/notification-row.tsx';
import { PushChoice } from '../components/push-choice.tsx';

const filterParsers = {
  status: parseAsStringLiteral(notificationStatuses).withDefault('all'),
  about: parseAsStringLiteral(notificationAbouts).withDefault('all'),
};

/** All notifications within the retention period. */
export function NotificationsScreen() {
  const { t } = useTranslation('notifications');
  const [filters, setFilters] = useQueryStates(filterParsers, { clearOnDefault: true });
  const unread = useNotifications().data?.pages[0]?.unreadCount ?? 0;
  const markAll = useMarkAllRead();
  useTitle(t('title'));
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('emptyHint')}
        actions={
          <Button disabled={unread === 0} busy={markAll.isPending} onClick={() => markAll.mutate()}>
            {!markAll.isPending && <CheckCheck aria-hidden />}
            {t('markAll')}
          </Button>
        }
      />
      <Tabs
        label={t('filter.status')}
        value={filters.status}
        onChange={(status) => void setFilters({ status }, { history: 'push' })}
        tabs={notificationStatuses.map((value) => ({ value, label: t(`filter.${value}`) }))}
      >
        <div className="mb-4 max-w-56">
          <Select
            aria-label={t('filter.about')}
            value={filters.about}
            onChange={(about) => void setFilters({ about }, { history: 'push' })}
            options={notificationAbouts.map((value) => ({ value, label: t(`filter.of.${value}`) }))}
          />
        </div>
        <Listed filters={filters} onClear={() => void setFilters(null)} />
      </Tabs>
      <div className="mt-4 max-w-sm empty:hidden">
        <PushChoice />
      </div>
    </>
  );
}

interface ListedProps {
  filters: Parameters<typeof useNotifications>[0] & object;
  onClear: () => void;
}

function Listed({ filters, onClear }: ListedProps) {
  const { t } = useTranslation('notifications');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotifications(filters);
  const rows = data?.pages.flatMap(({ notifications }) => notifications);
  if (!rows) {
    if (error) return <ErrorState error={error} failed={t('failed')} onRetry={refetch} />;
    return <Skeleton className="h-80" />;
  }
  if (rows.length === 0) {
    const filtered = filters.status !== 'all' || filters.about !== 'all';
    return (
      <EmptyState
        icon={BellOff}
        title={filtered ? t('filter.none') : t('empty')}
        action={filtered && <Button onClick={onClear}>{t('filter.clear')}</Button>}
      />
    );
  }
  return (
    <>
      <ul className="rounded-lg border bg-surface">
        {rows.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-3 grid justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('older')}
          </Button>
        </div>
      )}
    </>
  );
}
