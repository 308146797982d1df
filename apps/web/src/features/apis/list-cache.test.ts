// @vitest-environment node
import type { Api } from '@rowcast/contracts/domain/apis/api';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { anApi } from '../../../test/factories/api.ts';
import { apiKeys } from './keys.ts';
import { type ApiPage, placeApiFirst, removeCachedApi, replaceApi } from './list-cache.ts';
import { liveHandlers } from './live.ts';

const listed = { sort: 'name', limit: 2 } as const;

function withPage(data: Api[]): QueryClient {
  const queries = new QueryClient();
  const pagination = { page: 1, limit: 2, total: data.length, totalPages: 1 };
  queries.setQueryData<ApiPage>(apiKeys.list(listed), { data, pagination });
  return queries;
}
const names = (queries: QueryClient) =>
  queries.getQueryData<ApiPage>(apiKeys.list(listed))?.data.map(({ name }) => name);
const total = (queries: QueryClient) => queries.getQueryData<ApiPage>(apiKeys.list(listed))?.pagination.total;

test('places a new API first and keeps the page size', () => {
  const queries = withPage([anApi('Alpha'), anApi('Beta')]);
  placeApiFirst(queries, anApi('Zeta'));
  expect(names(queries)).toEqual(['Zeta', 'Alpha']);
  expect(total(queries)).toBe(3);
});

test('does not count an API twice if the list already contains it', () => {
  const zeta = anApi('Zeta');
  const queries = withPage([anApi('Alpha'), zeta]);
  placeApiFirst(queries, zeta);
  expect(names(queries)).toEqual(['Zeta', 'Alpha']);
  expect(total(queries)).toBe(2);
});

test('an update replaces the API in the list and on its page', () => {
  const alpha = anApi('Alpha');
  const queries = withPage([alpha, anApi('Beta')]);
  replaceApi(queries, { ...alpha, name: 'Omega' });
  expect(names(queries)).toEqual(['Omega', 'Beta']);
  expect(queries.getQueryData<Api>(apiKeys.one(alpha.id))?.name).toBe('Omega');
});

test('removes an API that was deleted elsewhere from the list and its page', () => {
  const alpha = anApi('Alpha');
  const queries = withPage([alpha, anApi('Beta')]);
  queries.setQueryData(apiKeys.one(alpha.id), alpha);
  liveHandlers['api.deleted']?.({ type: 'api.deleted', apiId: alpha.id }, queries);
  expect(names(queries)).toEqual(['Beta']);
  expect(total(queries)).toBe(1);
  expect(queries.getQueryData(apiKeys.one(alpha.id))).toBeUndefined();
  removeCachedApi(queries, alpha.id);
  expect(total(queries)).toBe(1);
});
