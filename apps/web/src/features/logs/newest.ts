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

/** A page that is not full goes on below the last call that was looked through for it, which is none of its own. */
const isShort = ({ data, nextCursor }: LogPage) =>
  nextCursor !== null && !nextCursor.endsWith(`~${data.at(-1)?.id}`);

/** The newest page before what is known. With calls missing between the two, the newest alone. */
export function withNewest(known: LogPages, newest: LogPage): LogPages {
  const [first, ...older] = known.pages;
  const seen = new Set(known.pages.flatMap(({ data }) => data.map(nameOf)));
  const arrived = newest.data.filter((one) => !seen.has(nameOf(one)));
  const meets = arrived.length < newest.data.length || isShort(newest);
  if (!first || older.length === 0 || !meets) return { pages: [newest], pageParams: [''] };
  const grown = { ...first, missing: newest.missing, data: [...arrived, ...first.data] };
  return { ...known, pages: [grown, ...older] };
}

/** Asks for the newest calls of the list on screen, and not for every page that was opened below it. */
export async function showNewest(queries: QueryClient, apiId: string): Promise<void> {
  const lists = queries.getQueryCache().findAll({ queryKey: logKeys.ofApi(apiId), type: 'active' });
  void queries.invalidateQueries({ queryKey: logKeys.ofApi(apiId), type: 'inactive', refetchType: 'none' });
  await Promise.all(lists.map((list) => prepend(queries, apiId, list.queryKey as LogListKey)));
}

async function prepend(queries: QueryClient, apiId: string, queryKey: LogListKey): Promise<void> {
  const [, , filters] = queryKey;
  const newestKey = logKeys.newest(apiId, filters);
  // Asked before the last call arrived, it may not have it.
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
  // Older calls on their way would be written over what is put before them now.
  if (list?.state.fetchStatus === 'fetching') await list.promise?.catch(() => null);
  if (!newest || isPaused(apiId)) return;
  queries.setQueryData<LogPages>(queryKey, (known) => (known ? withNewest(known, newest) : known));
}
