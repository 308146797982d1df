import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { sortedBy, type UrlSort, useUrlSort } from './url-sort.ts';

/** The query of a list, stored in the URL. Any change except of the page returns to page 1. */
export function useListQuery<S extends string, C extends string>(
  statuses: readonly S[],
  sorts: readonly C[],
) {
  const choices: readonly ('all' | S)[] = ['all', ...statuses];
  const [{ search, status, page }, set] = useQueryStates(
    {
      search: parseAsString.withDefault(''),
      status: parseAsStringLiteral(choices).withDefault('all'),
      page: parseAsInteger.withDefault(1),
    },
    { clearOnDefault: true },
  );
  const [sort, setSort] = useUrlSort();
  return {
    query: {
      page: Math.max(1, page),
      status,
      ...sortedBy(sort, sorts),
      ...(search ? { search } : {}),
    },
    search,
    status,
    choices,
    sort,
    filtered: search !== '' || status !== 'all',
    filter: (part: { search?: string; status?: 'all' | S }) => void set({ ...part, page: 1 }),
    sortBy: (next: UrlSort | null) => {
      setSort(next);
      void set({ page: 1 });
    },
    turnTo: (next: number) => void set({ page: next }, { history: 'push' }),
    giveWayTo: (last: number) => void set({ page: last }),
  };
}
