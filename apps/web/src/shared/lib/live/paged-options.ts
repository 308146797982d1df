import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/** The maximum page size of the server. */
const maxListed = 100;

interface ListRequest {
  limit: number;
  search?: string;
}

interface Page {
  data: { id: string }[];
  pagination: { total: number };
}

/** Options of a SearchableSelect: the first page of the list, and matches for the typed text beyond it. */
export function usePagedOptions<P extends Page, K extends QueryKey>(
  listOf: (query: ListRequest) => UseQueryOptions<P, Error, P, K>,
) {
  const [sought, onSearch] = useState('');
  const search = useDebounced(sought.trim());
  const first = useQuery({ ...listOf({ limit: maxListed }), placeholderData: keepPreviousData });
  const listed: P['data'] | undefined = first.data?.data;
  const isPart = listed !== undefined && (first.data?.pagination.total ?? 0) > listed.length;
  const found = useQuery({
    ...listOf({ limit: maxListed, search }),
    placeholderData: keepPreviousData,
    enabled: isPart && search !== '',
  });
  const known = new Set(listed?.map(({ id }) => id));
  const further: P['data'] = isPart ? (found.data?.data ?? []) : [];
  return {
    ...first,
    choices: listed && ([...listed, ...further.filter(({ id }) => !known.has(id))] as P['data']),
    onSearch: isPart ? onSearch : undefined,
  };
}
