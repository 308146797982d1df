import { type Api, defaultApiSettings } from '@rowcast/contracts/domain/apis/api';
import type { ReactNode } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { me } from '../../../../../test/account-answers.ts';
import { anApi } from '../../../../../test/factories/api.ts';
import { aModel } from '../../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { oldReport } from '../../../../../test/report.ts';
import { ApiOverviewScreen } from '../../screens/api-overview.tsx';
import { FieldPoliciesPanel } from '../settings/field-policies-panel.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let fails: RegExp | null;
const model = aModel({ version: 2, accuracy: 0.87, report: oldReport() });
const { id, name, version, status, metric, score, accuracy } = model;
const newest = { id, name, version, status, metric, score, accuracy } as Api['model'];

beforeAll(() => startWords('apis', 'models', 'datasets', 'deployments'));
beforeEach(async () => {
  resetRequestGuard();
  fails = null;
  server = await startLocalServer(({ path }) =>
    fails?.test(path)
      ? { status: 500, json: { error: { code: 'INTERNAL' }, message: '', detail: '', requestId: 'req_1' } }
      : path.endsWith(model.id)
        ? { status: 200, json: model }
        : path.endsWith('/auth/me')
          ? { status: 200, json: me }
          : { status: 200, json: { data: [], pagination: { page: 1, limit: 10, total: 0, totalPages: 0 } } },
  );
});
afterEach(() => server.stop());

const settings = { ...defaultApiSettings, oddValues: { fields: { tenure: { range: 'reject' as const } } } };
const open = (screen: ReactNode, part: Partial<Api>) =>
  renderScreen(
    <Routes>
      <Route path="*" element={<Outlet context={anApi('Income', { settings, ...part })} />}>
        <Route path="*" element={screen} />
      </Route>
    </Routes>,
  );

test.each([
  ['of the model that answers', { model: newest, version: 'v2' }, '87.0%', 'on held-out rows'],
  ['of the newest, which does not', { model: newest, version: 'v0' }, '87.0%', /^v2 .*, not deployed$/],
  ['of none', { model: null, version: 'v0' }, '–', 'no model yet'],
])('the accuracy is %s', async (_, part, shown, note) => {
  const { findByText } = open(<ApiOverviewScreen />, part);
  const said = await findByText(note);
  expect(said.parentElement?.textContent).toContain(shown);
});

test('does not report ignored fields before the first deployment', async () => {
  const before = open(<FieldPoliciesPanel />, { model: newest, version: 'v0' });
  await before.findByText(/These are the fields of v2, the newest model/);
  expect(before.queryByText(/Not used by/)).toBeNull();
  before.unmount();
  const after = open(<FieldPoliciesPanel />, { model: newest, version: 'v2' });
  await after.findByText('Not used by v2');
  expect(after.queryByText(/the newest/)).toBeNull();
});

test("does not report ignored fields while the model's fields are unknown", async () => {
  fails = /models/;
  const { user, ...page } = open(<FieldPoliciesPanel />, { model: newest, version: 'v2' });
  await page.findByRole('alert');
  expect(page.queryByText(/Not used by/)).toBeNull();
  fails = null;
  await user.click(page.getByRole('button', { name: 'Try again' }));
  await page.findByText('Not used by v2');
});

test.each([
  ['the first steps', { version: 'v0' }, /datasets/, 'Upload a table'],
  ['what is served', { model: newest, version: 'v2' }, /deployments/, 'Current model'],
] as const)('retries %s after a failure and shows no made-up values', async (_, part, which, title) => {
  fails = which;
  const { user, ...page } = open(<ApiOverviewScreen />, part);
  await page.findAllByRole('alert');
  fails = null;
  for (const button of page.getAllByRole('button', { name: 'Try again' })) await user.click(button);
  await page.findByText(title, { exact: false });
  expect(page.queryByRole('alert')).toBeNull();
});
