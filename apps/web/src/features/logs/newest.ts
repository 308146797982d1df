import { logRoutes } from '@rowcast/contracts/http/apis/logs';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { momentsOf } from '@/shared/lib/format/day.ts';
import { type CallOutput, call } from '@/shared/lib/http/call.ts';
import type { LogFilters } from './filters.ts';
import { logKeys } from './keys.ts';
import { isPaused } from './tail.ts';

type LogPage = CallOutput<typeof logRoutes.list>;
type LogPages = InfiniteData<LogPage, string>;
type LogListKey = ReturnType<typeof logKeys.list>;

export const fetchLogs = (
  apiId: string,
  { search, from, to, ...filters }: LogFilters,
  cursor: string,
  signal: AbortSignal,
) =>
  call(logRoutes.list, {
    params: { id: apiId },
    query: {
      ...filters,
      ...(search && { search }),
      ...momentsOf({ from, to }),
      ...(cursor && { cursor }),
    },
    signal,
  });

const nameOf = ({ at, id }: LogPage['data'][number]) => `${at} ${id}`;

/** A page that is not full continues after the last scanned request, which may not match the filter. */
const isShort = ({ data, nextCursor }: LogPage) =>
  nextCursor !== null && !nextCursor.endsWith(`~${data.at(-1)?.id}`);

/** Prepends the newest page. If requests are missing between the two, returns the newest page alone. */
export function withNewest(known: LogPages, newest: LogPage): LogPages {
  const [first, ...older] = known.pages;
  const seen = new Set(known.pages.flatMap(({ data }) => data.map(nameOf)));
  const arrived = newest.data.filter((one) => !seen.has(nameOf(one)));
  const meets = arrived.length < newest.data.length || isShort(newest);
  if (!first || older.length === 0 || !meets) return { pages: [newest], pageParams: [''] };
  const grown = { ...first, missing: newest.missing, data: [...arrived, ...first.data] };
  return { ...known, pages: [grown, ...older] };
}

/** Refetches only the newest page of the visible list, not all loaded pages. */
export async function showNewest(queries: QueryClient, apiId: string): Promise<void> {
  const lists = queries.getQueryCache().findAll({ queryKey: logKeys.ofApi(apiId), type: 'active' });
  void queries.invalidateQueries({ queryKey: logKeys.ofApi(apiId), type: 'inactive', refetchType: 'none' });
  await Promise.all(lists.map((list) => prepend(queries, apiId, list.queryKey as LogListKey)));
}

async function prepend(queries: QueryClient, apiId: string, queryKey: LogListKey): Promise<void> {
  const [, , filters] = queryKey;
  const newestKey = logKeys.newest(apiId, filters);
  // A request that started before the last event may miss it.
  await queries.cancelQueries({ queryKey: newestKey });
  const newest = await queries
    .fetchQuery({
      queryKey: newestKey,
      queryFn: ({ signal }) => fetchLogs(apiId, filters, '', signal),
      staleTime: 0,
      gcTime: 0,
    })
    .catch(() => null);
  const list = queries.getQueryCache().find({ queryKey });
  // A running fetch of older pages would overwrite the prepended rows.
  if (list?.state.fetchStatus === 'fetching') await list.promise?.catch(() => null);
  if (!newest || isPaused(apiId)) return;
  queries.setQueryData<LogPages>(queryKey, (known) => (known ? withNewest(known, newest) : known));
}
