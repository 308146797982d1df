import type { DailyFigures } from '@rowcast/contracts/domain/apis/daily-figures';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ApiAnalyticsScreen } from './api-analytics.tsx';

const apiId = hexId('api');
const otherId = hexId('api');
const figures: DailyFigures = {
  ...{ apiId, from: '2026-11-01', to: '2026-11-02' },
  days: [
    { date: '2026-11-01', calls: 1200, errors: 3, rows: 1200, p50Ms: 8.2, p95Ms: 31 },
    { date: '2026-11-02', calls: 0, errors: 0, rows: 0, p50Ms: null, p95Ms: null },
  ],
  refusals: [],
};
let server: Awaited<ReturnType<typeof startLocalServer>>;
let status: number;
let days: DailyFigures['days'];
let refusals: DailyFigures['refusals'];
let held: Promise<void>;

beforeAll(() => startWords('analytics', 'errors'));
beforeEach(async () => {
  resetRequestGuard();
  status = 200;
  days = figures.days;
  refusals = [];
  held = Promise.resolve();
  server = await startLocalServer(async () => {
    await held;
    const failure = { error: { code: 'INTERNAL' }, message: '', requestId: 'req_1' };
    return { status, json: status === 200 ? { ...figures, days, refusals } : failure };
  });
});
afterEach(() => server.stop());

/** Delays the responses until the returned function is called. */
function holdAnswers() {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  return resolve;
}

const draw = (query = '') =>
  renderScreen(
    <NuqsTestingAdapter hasMemory searchParams={query}>
      <Link to={`/asha/apis/${otherId}/analytics`}>Another API</Link>
      <Routes>
        <Route path="/:username/apis/:id/analytics" element={<ApiAnalyticsScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    `/asha/apis/${apiId}/analytics`,
  );
const figuresAsked = () => server.received.filter(({ path }) => path.includes('/analytics/'));
const asked = () => figuresAsked().map(({ path }) => new URL(path, 'http://here').searchParams.get('from'));
const daysBack = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

test('shows requests, errors and latency of each day', async () => {
  draw();
  await screen.findByText('1,200 in total, 3 with a server error', { exact: false });
  const [calls] = screen.getAllByRole('figure');
  const asTable = within(calls as HTMLElement).getByRole('button', { name: 'View as table' });
  await act(async () => asTable.click());
  await screen.findByRole('cell', { name: 'Nov 1, 2026' });
  screen.getByRole('cell', { name: '1,200' });
  expect(asked()).toEqual([daysBack(29)]);
});

test('without requests, links to the logs', async () => {
  days = figures.days.filter(({ calls }) => calls === 0);
  draw();
  await screen.findByText('No requests in this period');
  expect(screen.getByRole('link', { name: 'Open logs' }).getAttribute('href')).toBe(
    `/asha/apis/${apiId}/logs`,
  );
});

test('lists rejected requests by reason, most frequent first', async () => {
  days = figures.days.filter(({ calls }) => calls === 0);
  const date = '2026-11-02';
  refusals = [
    { date: '2026-11-01', code: 'API_KEY_INVALID', status: 401, calls: 2 },
    { date, code: 'API_KEY_INVALID', status: 401, calls: 1 },
    { date, code: 'ROW_INVALID', status: 422, calls: 7 },
  ];
  draw();
  await screen.findByText('10 requests without a prediction', { exact: false });
  const rows = within(screen.getByRole('table', { name: 'Rejected requests by reason' })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^422Some rows do not match.*ROW_INVALID7Nov 2, 2026$/),
    expect.stringMatching(/^401The API key is unknown.*API_KEY_INVALID3Nov 2, 2026$/),
  ]);
});

test('stores the period in the URL', async () => {
  draw('?days=7');
  await waitFor(() => expect(asked()).toEqual([daysBack(6)]));
  await screen.findByText('Last 7 days');
});

test('does not show the figures of another API while loading', async () => {
  draw();
  await screen.findByText('1,200 in total', { exact: false });
  const answer = holdAnswers();
  fireEvent.click(screen.getByRole('link', { name: 'Another API' }));
  await waitFor(() => expect(figuresAsked().at(-1)?.path).toContain(otherId));
  expect(screen.queryByText('1,200 in total', { exact: false })).toBeNull();
  answer();
  await screen.findByText('1,200 in total', { exact: false });
});

test('shows the previous period until the new one has loaded', async () => {
  const { user } = draw();
  await screen.findByText('1,200 in total', { exact: false });
  const answer = holdAnswers();
  await user.click(screen.getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: 'Last 7 days' }));
  await waitFor(() => expect(asked()).toEqual([daysBack(29), daysBack(6)]));
  screen.getByText('1,200 in total', { exact: false });
  answer();
});

test('offers to retry after an error', async () => {
  status = 500;
  draw();
  await screen.findByText('Failed to fetch analytics');
  status = 200;
  fireEvent.click(screen.getByRole('button', { name: /again|retry/i }));
  await screen.findByText('1,200 in total', { exact: false });
});
