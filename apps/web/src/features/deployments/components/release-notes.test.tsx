import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi } from '../../../../test/factories/api.ts';
import { aModel } from '../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { refetchAll } from '../../../../test/refetch-all.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { oldReport } from '../../../../test/report.ts';
import { ReleaseNotes } from './release-notes.tsx';

const offered = aModel({ report: oldReport() });
const change = { kind: 'field_added', field: 'tax', before: null, after: 'number', message: '' };
let isDown: boolean;
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('deployments', 'models'));
beforeEach(async () => {
  resetRequestGuard();
  isDown = false;
  server = await startLocalServer(({ path }) => {
    if (isDown) return { status: 500, json: {} };
    if (path.endsWith('/changes')) return { status: 200, json: { data: [change] } };
    if (path === `/api/v1/apis/${offered.apiId}`) return { status: 200, json: anApi('Income') };
    return { status: 200, json: path.endsWith('/deployments') ? { data: [] } : offered };
  });
});
afterEach(() => server.stop());

const open = () =>
  renderScreen(
    <Routes>
      <Route path="/:username" element={<ReleaseNotes modelId={offered.id} />} />
    </Routes>,
    '/asha',
  );

test('keeps the last data if a refetch fails', async () => {
  const { findByText, getByText, queryByRole } = open();
  await findByText(/tax/);
  isDown = true;
  await refetchAll();
  getByText(/tax/);
  expect(queryByRole('alert')).toBeNull();
});

test('reports a failed request', async () => {
  isDown = true;
  const { findByRole } = open();
  await findByRole('alert');
});
