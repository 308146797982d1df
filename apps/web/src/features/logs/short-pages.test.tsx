import type { LoggedCall } from '@rowcast/contracts/domain/apis/request-log';
import { screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { hexId } from '../../../test/factories/api.ts';
import { aUser } from '../../../test/factories/user.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../test/render.tsx';
import { liveHandlers } from './live.ts';
import { ApiLogsScreen } from './screens/api-logs.tsx';

beforeAll(() => startWords('logs'));

const apiId = hexId('api');
const aFailure = (at: number): LoggedCall => ({
  ...{ id: `prd_${at}`, apiId, at: `2026-01-01T00:00:0${at}Z`, status: 500, code: null, rows: 0 },
  ...{ latencyMs: 3, keyId: null, keyName: null, modelId: null, modelVersion: 1, label: 'stable' },
  ...{ requestId: null, warnings: null, failedRows: null },
});
const rows = () => screen.getAllByRole('row').length - 1;

test('a selective filter scans further pages and prepends new matches', async () => {
  resetRequestGuard();
  let newest: LoggedCall[] = [];
  const server = await startLocalServer(({ path }) => {
    if (!path.includes('/logs')) return { status: 200, json: aUser({}) };
    const page = path.includes('cursor=')
      ? { data: [aFailure(1)], nextCursor: null }
      : { data: newest, nextCursor: '2026-01-01T00:00:04.000Z~prd_4' };
    return { status: 200, json: { ...page, missing: null } };
  });
  onTestFinished(() => server.stop());
  const { user } = renderScreen(
    <NuqsTestingAdapter hasMemory searchParams="?status=failed">
      <Routes>
        <Route path="/asha/apis/:id/logs" element={<ApiLogsScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    `/asha/apis/${apiId}/logs`,
  );
  await screen.findByText('No matching calls in the entries searched so far');
  await user.click(screen.getByRole('button', { name: 'Load older calls' }));
  await waitFor(() => expect(rows()).toBe(1));
  newest = [aFailure(9)];
  liveHandlers['calls.logged']?.({ type: 'calls.logged', apiId }, queryClient);
  await waitFor(() => expect(rows()).toBe(2));
});
