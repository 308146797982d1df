import { useState } from 'react';
import { useSettled } from '@/shared/lib/settled.ts';
import { useDatasets } from './api.ts';

/** As many as the server gives at once. */
const mostListed = 100;

/** The tables that a model can learn from: the newest, and of further ones those whose names hold what is sought. */
export function useDatasetChoice() {
  const [sought, onSearch] = useState('');
  const search = useSettled(sought.trim());
  const newest = useDatasets({ status: 'ready', limit: mostListed });
  const isPart = newest.data !== undefined && newest.data.pagination.total > newest.data.data.length;
  const found = useDatasets({ status: 'ready', limit: mostListed, search }, isPart && search !== '');
  const listed = newest.data?.data;
  const further = isPart ? (found.data?.data ?? []) : [];
  const known = new Set(listed?.map(({ id }) => id));
  return {
    ...newest,
    datasets: listed && [...listed, ...further.filter(({ id }) => !known.has(id))],
    onSearch: isPart ? onSearch : undefined,
  };
}
