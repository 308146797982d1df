import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { setTimezone } from '@/shared/lib/session/preferences.ts';
import { renderScreen, startWords } from '../../../test/render.tsx';
import { ApiFilterBar } from './components/list/api-filters.tsx';
import { changeFilters, isFiltered, toQuery, useApiFilters } from './filters.ts';

beforeAll(() => startWords('apis'));

const all = {
  ...({ search: '', status: 'all', type: 'all', sort: 'recent' } as const),
  ...{ from: '', to: '', page: 1, limit: 10 },
};

test('a filter change returns to page 1, a page change does not', () => {
  expect(changeFilters({ status: 'draft' })).toEqual({ status: 'draft', page: 1 });
  expect(changeFilters({ limit: 20 })).toEqual({ limit: 20, page: 1 });
  expect(changeFilters({ page: 3 })).toEqual({ page: 3 });
});

test('replaces invalid filters in the URL by valid ones', () => {
  expect(toQuery({ ...all, page: -4, limit: 7, search: '  ' })).toEqual({
    status: 'all',
    type: 'all',
    sort: 'recent',
    page: 1,
    limit: 10,
  });
  expect(toQuery({ ...all, search: ' churn ' }).search).toBe('churn');
});

test('converts days to moments in the display time zone', () => {
  setTimezone('Asia/Kolkata');
  expect(toQuery({ ...all, from: '2026-02-01', to: '2026-02-01' })).toMatchObject({
    'dateRange[start]': '2026-01-31T18:30:00.000Z',
    'dateRange[end]': '2026-02-01T18:29:59.999Z',
  });
  setTimezone('UTC');
  expect(Object.keys(toQuery({ ...all, from: 'soon' }))).not.toContain('dateRange[start]');
});

test('the sort is not a filter', () => {
  expect(isFiltered({ ...all, sort: 'name', page: 2 })).toBe(false);
  expect(isFiltered({ ...all, type: 'custom' })).toBe(true);
  expect(isFiltered({ ...all, from: '2026-02-01' })).toBe(true);
});

function Bar() {
  const { filters, change } = useApiFilters();
  return <ApiFilterBar filters={filters} onChange={change} />;
}

test('typing in the search box updates the URL and resets the page', async () => {
  const onUrlUpdate = vi.fn<OnUrlUpdateFunction>();
  const { user, getByLabelText } = renderScreen(
    <NuqsTestingAdapter searchParams="?page=4&status=draft" onUrlUpdate={onUrlUpdate} hasMemory>
      <Bar />
    </NuqsTestingAdapter>,
  );
  await user.type(getByLabelText('Search APIs'), 'churn');
  await vi.waitFor(() =>
    expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?status=draft&search=churn'),
  );
  expect(onUrlUpdate).toHaveBeenCalledTimes(1);
});

test('choosing a status updates the URL', async () => {
  const onUrlUpdate = vi.fn<OnUrlUpdateFunction>();
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  const { user, getByRole, findByRole } = renderScreen(
    <NuqsTestingAdapter searchParams="?page=2" onUrlUpdate={onUrlUpdate} hasMemory>
      <Bar />
    </NuqsTestingAdapter>,
  );
  getByRole('combobox', { name: 'Status' }).focus();
  await user.keyboard('{Enter}');
  await user.click(await findByRole('option', { name: 'Deprecated' }));
  await vi.waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?status=deprecated'));
});
