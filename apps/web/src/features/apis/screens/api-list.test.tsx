import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ApiListScreen } from './api-list.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('apis'));
beforeEach(async () => {
  resetRequestGuard();
  const list = { data: [], pagination: { page: 1, limit: 10, total: 0, totalPages: 0 } };
  server = await startLocalServer(({ path }) =>
    path.startsWith('/api/v1/apis') ? { status: 200, json: list } : { status: 404 },
  );
});
afterEach(() => server.stop());

test('a status filter keeps its tab selected', async () => {
  const { user, getByRole, findByRole } = renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Routes>
        <Route path="/:username/apis" element={<ApiListScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    '/asha/apis',
  );
  await user.click(getByRole('combobox', { name: 'Status' }));
  await user.click(await findByRole('option', { name: 'Draft' }));
  await expect.poll(() => getByRole('tab', { name: 'Draft' }).getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement).toBe(getByRole('combobox', { name: 'Status' }));
});
