import { apiTypes } from '@rowcast/contracts/domain/api';
import { createLoader, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { ApiQuery } from './keys.ts';

export const statusChoices = ['all', 'active', 'draft', 'training', 'deprecated'] as const;
export const typeChoices = ['all', ...apiTypes] as const;
export const sortChoices = ['recent', 'name', 'usage', 'accuracy'] as const;
export const pageSizes = [10, 20, 50] as const;

export const filterParsers = {
  search: parseAsString.withDefault(''),
  status: parseAsStringLiteral(statusChoices).withDefault('all'),
  type: parseAsStringLiteral(typeChoices).withDefault('all'),
  sort: parseAsStringLiteral(sortChoices).withDefault('recent'),
  page: parseAsInteger.withDefault(1),
  limit: parseAsInteger.withDefault(10),
};

export const loadFilters = createLoader(filterParsers);

export interface ApiFilters {
  search: string;
  status: (typeof statusChoices)[number];
  type: (typeof typeChoices)[number];
  sort: (typeof sortChoices)[number];
  page: number;
  limit: number;
}

/** Any change other than of the page itself goes back to page 1. */
export function changeFilters(change: Partial<ApiFilters>): Partial<ApiFilters> {
  return 'page' in change ? change : { ...change, page: 1 };
}

export function toQuery({ search, page, limit, ...rest }: ApiFilters): ApiQuery {
  const size = pageSizes.find((choice) => choice === limit) ?? 10;
  return {
    ...rest,
    page: Math.max(1, page),
    limit: size,
    ...(search.trim() ? { search: search.trim() } : {}),
  };
}

export const isFiltered = ({ search, status, type }: ApiFilters) =>
  search.trim() !== '' || status !== 'all' || type !== 'all';

/** The list's filters, kept in the address. */
export function useApiFilters() {
  const [filters, setFilters] = useQueryStates(filterParsers, { clearOnDefault: true });
  const change = (
    part: Partial<ApiFilters>,
    history: 'replace' | 'push' = 'search' in part ? 'replace' : 'push',
  ) => {
    void setFilters(changeFilters(part), { history });
  };
  return { filters, change };
}
