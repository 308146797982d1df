import { apiTypes } from '@rowcast/contracts/domain/apis/api';
import { createLoader, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { momentsOf } from '@/shared/lib/format/day.ts';
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
  from: parseAsString.withDefault(''),
  to: parseAsString.withDefault(''),
  page: parseAsInteger.withDefault(1),
  limit: parseAsInteger.withDefault(10),
};

export const loadFilters = createLoader(filterParsers);

export interface ApiFilters {
  search: string;
  status: (typeof statusChoices)[number];
  type: (typeof typeChoices)[number];
  sort: (typeof sortChoices)[number];
  /** The range of the last change, in the format of a date input. */
  from: string;
  to: string;
  page: number;
  limit: number;
}

/** Any change except of the page itself returns to page 1. */
export function changeFilters(change: Partial<ApiFilters>): Partial<ApiFilters> {
  return 'page' in change ? change : { ...change, page: 1 };
}

export function toQuery({ search, page, limit, from, to, ...rest }: ApiFilters): ApiQuery {
  const { from: start, to: end } = momentsOf({ from, to });
  const size = pageSizes.find((choice) => choice === limit) ?? 10;
  return {
    ...rest,
    page: Math.max(1, page),
    limit: size,
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(start && { 'dateRange[start]': start }),
    ...(end && { 'dateRange[end]': end }),
  };
}

export const isFiltered = ({ search, status, type, from, to }: ApiFilters) =>
  search.trim() !== '' || status !== 'all' || type !== 'all' || from !== '' || to !== '';

/** The list filters, stored in the URL. */
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
