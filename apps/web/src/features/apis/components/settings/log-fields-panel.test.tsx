import { within } from '@testing-library/react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi } from '../../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { LogFieldsPanel } from './log-fields-panel.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
const plain = anApi('Customer churn');
const api = { ...plain, settings: { ...plain.settings, logFields: { ticket: 'show' as const } } };

beforeAll(() => startWords('apis'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ method, path, body }) => {
    if (path.endsWith('/log-fields'))
      return {
        status: 200,
        json: {
          data: [
            { name: 'plan', visibility: 'show' },
            { name: 'diary', visibility: 'hide' },
          ],
        },
      };
    if (method === 'PUT') {
      const { settings } = JSON.parse(body);
      return { status: 200, json: { ...api, settings: { ...api.settings, ...settings } } };
    }
    return { status: 404, json: {} };
  });
});
afterEach(() => server.stop());

const render = (shown = api) =>
  renderScreen(
    <Routes>
      <Route path="/:username/apis/:id" element={<Outlet context={shown} />}>
        <Route path="tab" element={<LogFieldsPanel />} />
      </Route>
    </Routes>,
    `/asha/apis/${api.id}/tab`,
  );

test('shows each field with its default, and saves what differs from it', async () => {
  const { user, findByRole, getByRole, findByText } = render();
  const plan = within(await findByRole('row', { name: /^plan/ }));
  plan.getByText('Shown');
  within(getByRole('row', { name: /^diary/ })).getByText('Masked');
  const ticket = within(getByRole('row', { name: /^ticket/ }));
  await user.click(ticket.getByRole('combobox'));
  await user.click(await findByRole('option', { name: 'Default' }));
  await user.click(plan.getByRole('combobox'));
  await user.click(await findByRole('option', { name: 'Always mask' }));
  await user.click(getByRole('button', { name: 'Save fields' }));
  await findByText('API settings updated successfully!');
  const put = server.received.find(({ method }) => method === 'PUT');
  expect(JSON.parse(put?.body ?? '')).toEqual({ settings: { logFields: { plan: 'hide' } } });
});

test('is hidden while the API logs no requests', async () => {
  const { queryByText } = render({ ...api, settings: { ...api.settings, loggingEnabled: false } });
  expect(queryByText('Masked fields in the request log')).toBeNull();
});
