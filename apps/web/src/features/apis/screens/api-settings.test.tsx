import type { Api } from '@rowcast/contracts/domain/apis/api';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { anApi } from '../../../../test/factories/api.ts';
import { aModel } from '../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { oldReport } from '../../../../test/report.ts';
import { liveHandlers } from '../live.ts';
import { ApiSettingsScreen } from './api-settings.tsx';
import { ApiShell } from './api-shell.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let api: Api;
const model = aModel({ report: oldReport() });
const { id, name, version, status, metric, score, accuracy } = model;

beforeAll(() => startWords('apis'));
beforeEach(async () => {
  resetRequestGuard();
  const answering = { id, name, version, status, metric, score, accuracy } as Api['model'];
  api = anApi('Income', { version: 'v1', model: answering });
  server = await startLocalServer(({ method, path, body }) => {
    if (path.includes('/models/')) return { status: 200, json: model };
    if (path !== `/api/v1/apis/${api.id}`) return { status: 404, json: {} };
    if (method === 'PUT') {
      const { settings, ...plain } = JSON.parse(body);
      api = { ...api, ...plain, settings: { ...api.settings, ...settings } };
    }
    return { status: 200, json: api };
  });
});
afterEach(() => server.stop());

async function open() {
  const page = renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Routes>
        <Route path="/:username/apis/:id" element={<ApiShell />}>
          <Route index element={<ApiSettingsScreen />} />
        </Route>
      </Routes>
    </NuqsTestingAdapter>,
    `/asha/apis/${api.id}`,
  );
  await page.findByRole('combobox', { name: 'Decision rule' });
  await page.findByRole('combobox', { name: /^All fields: Unknown field/ });
  return page;
}

/** Simulates a change by a colleague, reported by an event. */
function saveElsewhere(part: Partial<Api>, settings: Partial<Api['settings']> = {}) {
  api = { ...api, ...part, settings: { ...api.settings, ...settings } };
  liveHandlers['api.changed']?.({ type: 'api.changed', apiId: api.id }, queryClient);
}

test("shows a colleague's changes except in edited fields", async () => {
  const { user, getByRole, getByLabelText, findByLabelText, findByText } = await open();
  const enabled = () => getByRole('switch', { name: /^API Status/ });
  await user.type(getByLabelText(/^Description/), 'Who earns more');
  expect(enabled().getAttribute('aria-checked')).toBe('true');
  saveElsewhere(
    { enabled: false, description: 'Of a colleague' },
    { threshold: 0.3, oddValues: { default: { extra: 'reject' } } },
  );
  await expect.poll(() => enabled().getAttribute('aria-checked')).toBe('false');
  expect((getByLabelText(/^Description/) as HTMLInputElement).value).toBe('Who earns more');
  expect(((await findByLabelText('Threshold for high')) as HTMLInputElement).value).toBe('0.3');
  expect(getByRole('combobox', { name: /^All fields: Unknown field/ }).textContent).toBe('Reject');
  await user.click(enabled());
  await user.click(getByRole('button', { name: 'Save changes' }));
  await findByText('API settings updated successfully!');
  const put = server.received.find(({ method }) => method === 'PUT');
  expect(JSON.parse(put?.body ?? '')).toEqual({
    enabled: true,
    description: 'Who earns more',
    settings: {},
  });
});

test('keeps unsaved decision and field policy edits', async () => {
  const { user, getByRole, findByRole, findByLabelText } = await open();
  await user.click(getByRole('combobox', { name: 'Decision rule' }));
  await user.click(await findByRole('option', { name: 'Custom threshold' }));
  const threshold = (await findByLabelText('Threshold for high')) as HTMLInputElement;
  await user.clear(threshold);
  await user.type(threshold, '0.7');
  const extra = () => getByRole('combobox', { name: /^All fields: Unknown field/ });
  await user.click(extra());
  await user.click(await findByRole('option', { name: 'Ignore' }));
  saveElsewhere({ enabled: false }, { threshold: 0.3, oddValues: { default: { extra: 'reject' } } });
  await expect
    .poll(() => getByRole('switch', { name: /^API Status/ }).getAttribute('aria-checked'))
    .toBe('false');
  expect(threshold.value).toBe('0.7');
  expect(extra().textContent).toBe('Ignore');
  for (const save of ['Save decision', 'Save rules'])
    expect(getByRole('button', { name: save }).matches(':disabled')).toBe(false);
});
