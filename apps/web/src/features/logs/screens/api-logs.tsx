import { ScrollText } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { formatDateTime, formatInteger } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { useLogs } from '../api.ts';
import { CallSheet } from '../components/call-sheet.tsx';
import { LogFilterBar } from '../components/log-filter-bar.tsx';
import { LogTable } from '../components/log-table.tsx';
import { TailControl } from '../components/tail-control.tsx';
import { labels, sources, statuses } from '../filters.ts';

const parsers = {
  status: parseAsStringLiteral(statuses).withDefault('all'),
  source: parseAsStringLiteral(sources).withDefault('all'),
  label: parseAsStringLiteral(labels).withDefault('all'),
  search: parseAsString.withDefault(''),
  from: parseAsString.withDefault(''),
  to: parseAsString.withDefault(''),
};

/** Every served request as it arrives. */
export function ApiLogsScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation('logs');
  const [filters, setFilters] = useQueryStates(parsers, { clearOnDefault: true });
  const [chosen, setChosen] = useQueryState('call', parseAsString.withDefault(''));
  const { data, error, isLoading, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLogs(
    id,
    filters,
  );
  const rows = data?.pages.flatMap((page) => page.data);
  const missing = data?.pages[0]?.missing;
  const filtered = Object.entries(filters).some(([, value]) => value !== 'all' && value !== '');
  const noneFound = hasNextPage ? t('emptySoFar') : t('emptyFiltered');
  return (
    <div className="grid grid-cols-1 gap-4">
      <LogFilterBar filters={filters} onChange={(change) => void setFilters(change)}>
        <TailControl apiId={id} />
      </LogFilterBar>
      {missing && (
        <p className="rounded-lg border px-3 py-2 text-sm">
          {t('missing', {
            calls: formatInteger(missing.calls),
            texts: formatInteger(missing.texts),
            at: formatDateTime(missing.lastAt),
          })}
        </p>
      )}
      <LogTable
        rows={rows}
        loading={isLoading}
        error={error}
        onRetry={refetch}
        onOpen={(callId) => void setChosen(callId)}
        empty={
          <EmptyState
            icon={ScrollText}
            title={filtered ? noneFound : t('empty')}
            hint={filtered ? undefined : t('emptyHint')}
            action={
              filtered ? (
                <Button onClick={() => void setFilters(null)}>{t('filter.clear')}</Button>
              ) : undefined
            }
          />
        }
      />
      {hasNextPage && (
        <Button
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('older')}
        </Button>
      )}
      <CallSheet apiId={id} callId={chosen} onClose={() => void setChosen(null)} />
    </div>
  );
}
