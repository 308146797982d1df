import type { Deployment } from '@rowcast/contracts/domain/apis/deployment';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi, hexId } from '../../../../test/factories/api.ts';
import { aFinding } from '../../../../test/factories/finding.ts';
import { aModel } from '../../../../test/factories/model.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { oldReport } from '../../../../test/report.ts';
import { DeployButton } from './deploy-button.tsx';

const leak = aFinding({ code: 'TARGET_LEAK', column: 'tax', params: { target: 'income', share: 0.983 } });
let server: Awaited<ReturnType<typeof startLocalServer>>;
let offered = aModel();
let served: ReturnType<typeof aModel> | null;
let changes: object[];

const busyApi = anApi('Income', { usage: { ...anApi('Income').usage, callsLast24Hours: 1_240 } });

const live = (): Deployment => ({
  ...{ id: hexId('dep'), apiId: offered.apiId, modelId: offered.id, modelName: 'Income', modelVersion: 1 },
  ...{ status: 'live', loadMs: 20, error: null, deployedBy: null, retiredAt: null },
  createdAt: '2026-01-01T00:00:00Z',
});

beforeAll(() => startWords('deployments', 'models', 'auth'));
beforeEach(async () => {
  resetRequestGuard();
  served = null;
  changes = [];
  server = await startLocalServer(({ method, path }) => {
    if (path === '/api/v1/auth/me') return { status: 200, json: aUser() };
    if (method === 'POST') return { status: 200, json: live() };
    if (path.endsWith('/changes')) return { status: 200, json: { data: changes } };
    if (path.endsWith('/deployments'))
      return { status: 200, json: { data: served ? [{ ...live(), modelId: served.id }] : [] } };
    if (path === `/api/v1/apis/${offered.apiId}`) return { status: 200, json: busyApi };
    if (served && path.endsWith(served.id)) return { status: 200, json: served };
    return { status: 200, json: offered };
  });
});
afterEach(() => server.stop());

const open = () =>
  renderScreen(
    <Routes>
      <Route path="/:username" element={<DeployButton model={offered} />} />
    </Routes>,
    '/asha',
  );
const deployed = () => server.received.some(({ method }) => method === 'POST');

test('asks before deploying a first model with a doubtful score', async () => {
  offered = aModel({ report: oldReport({ findings: [leak] }) });
  const { user, getByRole, findByRole, findByText } = open();
  await user.click(getByRole('button', { name: /^Deploy/ }));
  const dialog = await findByRole('alertdialog', { name: 'Deploy v1?' });
  expect(dialog.textContent).toContain('"tax" alone predicts the target almost perfectly (98.3%)');
  const link = await findByRole('link', { name: 'View data quality findings' });
  expect(link.getAttribute('href')).toBe(
    `/asha/apis/${offered.apiId}/models/${offered.id}?part=data#findings`,
  );
  expect(deployed()).toBe(false);
  await user.click(getByRole('button', { name: 'Deploy v1 despite warnings' }));
  await findByText('API deployed successfully!');
  expect(deployed()).toBe(true);
});

test('deploys a first model without warnings at once', async () => {
  offered = aModel({ report: oldReport() });
  const { user, getByRole, queryByRole, findByText } = open();
  await user.click(getByRole('button', { name: /^Deploy/ }));
  await findByText('API deployed successfully!');
  expect(queryByRole('alertdialog')).toBeNull();
});

test('asks once before replacing a live model, even by a better one', async () => {
  const scored = (value: number) =>
    oldReport({ score: { metric: 'roc_auc', value, low: value - 0.01, high: value + 0.01 } });
  served = aModel({ report: scored(0.8), apiId: offered.apiId });
  offered = aModel({ report: scored(0.9), version: 2, apiId: served.apiId });
  const { user, getByRole, findByRole, findByText } = open();
  await user.click(getByRole('button', { name: /^Deploy/ }));
  const dialog = await findByRole('alertdialog', { name: 'Deploy v2?' });
  for (const text of [
    'Difference+0.1',
    '95% interval +0.086 to +0.114',
    'v2 is significantly better than v1.',
    'No changes for API clients',
    '1,240 requests in the last 24 hours',
  ])
    expect(dialog.textContent).toContain(text);
  expect(deployed()).toBe(false);
  await user.click(getByRole('button', { name: 'Deploy v2' }));
  await findByText('API deployed successfully!');
});

test('lists the changed fields before replacing a live model', async () => {
  served = aModel({ report: oldReport(), apiId: offered.apiId });
  offered = aModel({ report: oldReport(), version: 2, apiId: served.apiId });
  changes = [{ kind: 'field_added', field: 'tax', before: null, after: 'number', message: '' }];
  const { user, getByRole, findByRole } = open();
  await user.click(getByRole('button', { name: /^Deploy/ }));
  const dialog = await findByRole('alertdialog');
  expect(dialog.textContent).toContain('New field tax (number).');
  expect(dialog.textContent).not.toContain('No changes for API clients');
  getByRole('button', { name: 'Deploy v2 with these changes' });
});
