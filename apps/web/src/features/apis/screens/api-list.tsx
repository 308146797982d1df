import { Boxes, Plus } from 'lucide-react';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { usePageWithin } from '@/shared/lib/navigation/page-within.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { useSession } from '@/shared/lib/session/session.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { Tabs } from '@/shared/ui/layout/tabs.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { PageSize } from '@/shared/ui/tables/page-size.tsx';
import { Pagination } from '@/shared/ui/tables/pagination.tsx';
import { apisQuery, useApis } from '../api.ts';
import { CreateApi } from '../components/create/create-api.tsx';
import { ApiCard } from '../components/list/api-card.tsx';
import { ApiCardSkeletons } from '../components/list/api-card-skeletons.tsx';
import { ApiFilterBar } from '../components/list/api-filters.tsx';
import { isFiltered, loadFilters, pageSizes, statusChoices, toQuery, useApiFilters } from '../filters.ts';
import { clearSelection, useSelection } from '../selection.ts';

const prefetchTimeoutMs = 1000;

/** Prefetches the list while the surrounding layout loads. */
export async function prefetchApiList() {
  const query = apisQuery(toQuery(loadFilters(window.location.search)));
  const prefetch = useSession.getState().signedIn ? queryClient.prefetchQuery(query) : undefined;
  // The prerendered screen already shows the placeholders, so they are not rendered twice.
  if (document.getElementById('drawn')) {
    await Promise.race([prefetch, new Promise((resolve) => setTimeout(resolve, prefetchTimeoutMs))]);
  }
  return ApiListScreen;
}

export function ApiListScreen() {
  const { t } = useTranslation('apis');
  const { filters, change } = useApiFilters();
  const [creating, setCreating] = useQueryState('create', parseAsBoolean.withDefault(false));
  const openCreate = () => void setCreating(true);
  const writeDeniedReason = useDeniedReason('Write');
  useTitle(t('list.title'));
  const { username } = useParams();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has other APIs
  useEffect(() => clearSelection, [username]);
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.description')}
        actions={
          <Button variant="primary" blocked={writeDeniedReason} onClick={openCreate}>
            <Plus aria-hidden />
            {t('create.title')}
          </Button>
        }
      />
      <CreateApi open={creating && !writeDeniedReason} onOpenChange={(open) => setCreating(open || null)} />
      <Tabs
        label={t('filter.status')}
        value={filters.status}
        onChange={(status) => change({ status })}
        tabs={statusChoices.map((value) => ({ value, label: t(`listTab.${value}`) }))}
      >
        <ApiFilterBar filters={filters} onChange={change} />
        <Cards onCreate={openCreate} />
        <SelectionBar />
      </Tabs>
    </>
  );
}

const BulkBar = lazy(() => import('../components/bulk/bulk-bar.tsx').then((m) => ({ default: m.BulkBar })));

function SelectionBar() {
  const isSelecting = useSelection(({ selectedApis }) => selectedApis.size > 0);
  return isSelecting ? (
    <Suspense>
      <BulkBar />
    </Suspense>
  ) : null;
}

function Cards({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('apis');
  const { filters, change } = useApiFilters();
  const { data, error, refetch, isPlaceholderData } = useApis(toQuery(filters));
  const isMoving = usePageWithin(data?.pagination, (last) => change({ page: last }, 'replace'));
  const writeDeniedReason = useDeniedReason('Write');
  if (!data || isMoving) {
    return error && !data ? (
      <ErrorState error={error} failed={t('list.failed')} onRetry={refetch} />
    ) : (
      <ApiCardSkeletons />
    );
  }
  if (data.data.length === 0) {
    return (
      <EmptyState
        icon={Boxes}
        title={t('list.empty')}
        hint={isFiltered(filters) ? t('list.emptyFiltered') : t('list.emptyHint')}
        action={
          isFiltered(filters) ? (
            <Button onClick={() => change({ search: '', status: 'all', type: 'all', from: '', to: '' })}>
              {t('filter.clear')}
            </Button>
          ) : (
            <Button blocked={writeDeniedReason} onClick={onCreate}>
              <Plus aria-hidden />
              {t('create.title')}
            </Button>
          )
        }
      />
    );
  }
  const { page, limit, total } = data.pagination;
  return (
    <>
      <div aria-busy={isPlaceholderData} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {data.data.map((api) => (
          <ApiCard key={api.id} api={api} isSelectable={!writeDeniedReason} />
        ))}
      </div>
      <Pagination page={page} limit={limit} total={total} onPage={(next) => change({ page: next })}>
        <PageSize limit={limit} sizes={pageSizes} onLimit={(next) => change({ limit: next })} />
      </Pagination>
    </>
  );
}
