import { type Api, defaultApiSettings } from '@rowcast/contracts/domain/apis/api';
import type { ReleaseCheck } from '@rowcast/contracts/domain/apis/release-check';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { useState } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi } from '../../../../test/factories/api.ts';
import { aModel } from '../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { oldReport } from '../../../../test/report.ts';
import { ApiVersionsScreen } from './api-versions.tsx';

const check: ReleaseCheck = { kind: 'invariant', field: 'city', most: 0.05 };
const model = aModel({ report: oldReport() });
const { id, name, version, status, metric, score, accuracy } = model;
const api = anApi('Income', {
  version: 'v1',
  model: { id, name, version, status, metric, score, accuracy } as Api['model'],
  settings: { ...defaultApiSettings, releaseChecks: [check] },
});
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('rollouts', 'deployments', 'models'));
beforeEach(async () => {
  resetRequestGuard();
  const result = { holds: true, message: 'Changing "city" moved no answer.' };
  server = await startLocalServer(({ method, path }) => {
    if (method === 'POST') return { status: 200, json: { data: [{ check, result }] } };
    if (path.endsWith(`/models/${id}`)) return { status: 200, json: model };
    return path.includes('/auth/') ? { status: 404, json: {} } : { status: 200, json: { data: [] } };
  });
});
afterEach(() => server.stop());

function Deployed() {
  const [shown, setShown] = useState(api);
  return (
    <>
      <button type="button" onClick={() => setShown({ ...api, version: 'v2' })}>
        Another is deployed
      </button>
      <Outlet context={shown} />
    </>
  );
}

test('check results do not carry over to the next model', async () => {
  const { user, findByText, getByRole, getByText, queryByText } = renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Routes>
        <Route path="*" element={<Deployed />}>
          <Route path="*" element={<ApiVersionsScreen />} />
        </Route>
      </Routes>
    </NuqsTestingAdapter>,
  );
  await user.click(getByRole('button', { name: 'Run on the deployed version' }));
  await findByText('Passed');
  await user.click(getByRole('button', { name: 'Another is deployed' }));
  getByText(/^Changing city changes the prediction/);
  expect(queryByText('Passed')).toBeNull();
});
