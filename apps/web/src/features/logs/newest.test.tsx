import type { LoggedCall } from '@rowcast/contracts/domain/apis/request-log';
import { focusManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { hexId } from '../../../test/factories/api.ts';
import { aUser } from '../../../test/factories/user.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../test/render.tsx';
import { liveHandlers } from './live.ts';
import { ApiLogsScreen } from './screens/api-logs.tsx';

const pageSize = 2;
let apiId: string;
let calls: LoggedCall[];
let late: Promise<void> | null;
let server: Awaited<ReturnType<typeof startLocalServer>>;

const aCall = (at: number): LoggedCall => ({
  ...{ id: `prd_${at}`, apiId, at: `2026-01-01T00:00:${String(at).padStart(2, '0')}Z`, status: 200 },
  ...{ code: null, rows: 1, latencyMs: 3, keyId: null, keyName: null, modelId: null, modelVersion: 1 },
  ...{ label: 'stable', requestId: null, warnings: null, failedRows: null },
});
const arrive = (...at: number[]) => {
  calls = [...at.map(aCall).reverse(), ...calls];
};
const resync = () => {
  void queryClient.invalidateQueries();
  liveHandlers.resync?.({ type: 'resync' }, queryClient);
};
const tell = (of = apiId) => liveHandlers['calls.logged']?.({ type: 'calls.logged', apiId: of }, queryClient);

beforeAll(() => startWords('logs'));
beforeEach(async () => {
  resetRequestGuard();
  apiId = hexId('api');
  calls = [];
  arrive(1, 2, 3, 4, 5);
  late = null;
  server = await startLocalServer(async ({ path }) => {
    if (!path.includes('/logs')) return { status: 200, json: aUser({}) };
    const cursor = new URLSearchParams(path.split('?')[1]).get('cursor');
    if (cursor) await late;
    const from = cursor ? calls.findIndex(({ id }) => cursor.endsWith(`~${id}`)) + 1 : 0;
    const data = calls.slice(from, from + pageSize);
    const last = data.at(-1);
    const more = from + pageSize < calls.length && last;
    const nextCursor = more ? `${last.at.replace('Z', '.000Z')}~${last.id}` : null;
    return { status: 200, json: { data, nextCursor, missing: null } };
  });
});
afterEach(() => server.stop());

const asked = () => server.received.filter(({ path }) => path.includes('/logs')).length;
const rows = () => screen.getAllByRole('row').length - 1;

async function drawTwoPages() {
  const { user } = renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Routes>
        <Route path="/asha/apis/:id/logs" element={<ApiLogsScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    `/asha/apis/${apiId}/logs`,
  );
  await user.click(await screen.findByRole('button', { name: 'Load older calls' }));
  await waitFor(() => expect(rows()).toBe(4));
  return user;
}

test('a new request appears above the loaded pages without refetching them', async () => {
  const user = await drawTwoPages();
  const before = asked();
  arrive(6);
  tell();
  await waitFor(() => expect(rows()).toBe(5));
  expect(asked()).toBe(before + 1);
  await user.click(screen.getByRole('button', { name: 'Load older calls' }));
  await waitFor(() => expect(rows()).toBe(6));
});

test('restarts the list if a page of new requests does not reach the old ones', async () => {
  await drawTwoPages();
  arrive(6, 7, 8);
  tell();
  await waitFor(() => expect(rows()).toBe(2));
  screen.getByRole('button', { name: 'Load older calls' });
});

test('a paused list ignores window focus and events of other APIs', async () => {
  const user = await drawTwoPages();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  const before = asked();
  arrive(6);
  tell(hexId('api'));
  screen.getByText('Paused');
  tell();
  await screen.findByText('Paused, new calls available');
  void queryClient.invalidateQueries({ refetchType: 'none' });
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([asked(), rows()]).toEqual([before, 4]);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(rows()).toBe(5));
});

test('after lost events, a paused list announces possible new requests', async () => {
  const user = await drawTwoPages();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  const before = asked();
  arrive(6);
  resync();
  await screen.findByText('Paused, new calls available');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([asked(), rows()]).toEqual([before, 4]);
});

test('older pages that arrive late remove no new requests', async () => {
  const user = await drawTwoPages();
  const sent = Promise.withResolvers<void>();
  late = sent.promise;
  await user.click(screen.getByRole('button', { name: 'Load older calls' }));
  const before = asked();
  arrive(6);
  tell();
  await waitFor(() => expect(asked()).toBe(before + 1));
  sent.resolve();
  await waitFor(() => expect(rows()).toBe(6));
});

test('throttles refetches for frequent events', async () => {
  await drawTwoPages();
  const before = asked();
  arrive(6);
  for (let at = 0; at < 5; at += 1) tell();
  await waitFor(() => expect(rows()).toBe(5));
  expect(asked()).toBe(before + 1);
});
