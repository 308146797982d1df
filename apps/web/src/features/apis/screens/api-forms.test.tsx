import { fireEvent, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { CreateApiDialog } from '../components/create/create-api-dialog.tsx';
import { ApiSettingsScreen } from './api-settings.tsx';
import { ApiUpdateScreen } from './api-update.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
const api = anApi('Customer churn');

beforeAll(() => startWords('apis'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ method, path, body }) => {
    if (method === 'POST' && path === '/api/v1/apis') {
      return { status: 201, json: { ...api, ...JSON.parse(body), description: '' } };
    }
    // A proxy may reject the request without a readable message.
    if (method === 'PUT' && /2098-|"deprecated":false/.test(body)) return { status: 400, json: 'refused' };
    if (method === 'PUT' && body.includes('2020-')) {
      const message = 'Choose today or a later date (UTC), or leave it empty.';
      const said = { message, detail: message, requestId: 'req_1', fields: [{ field: 'sunset', message }] };
      return { status: 400, json: { error: { code: 'VALIDATION_FAILED' }, ...said } };
    }
    if (method === 'PUT') {
      const { settings, ...plain } = JSON.parse(body);
      return { status: 200, json: { ...api, ...plain, settings: { ...api.settings, ...settings } } };
    }
    return { status: 404, json: {} };
  });
});
afterEach(() => server.stop());

const sent = () => server.received.filter(({ method }) => method !== 'GET');
const inShell = (screen: ReactNode, shown = api) => (
  <Routes>
    <Route path="/:username/apis" element={<p>the list</p>} />
    <Route path="/:username/apis/:id" element={<Outlet context={shown} />}>
      <Route path="tab" element={screen} />
    </Route>
  </Routes>
);
const at = `/asha/apis/${api.id}/tab`;

test('requires a name of two letters before sending', async () => {
  const { user, getByLabelText, getByRole, findByText, queryByText, address } = renderScreen(
    <Routes>
      <Route path="/:username/*" element={<CreateApiDialog open onOpenChange={() => undefined} />} />
    </Routes>,
    '/asha/apis',
  );
  await user.click(getByRole('button', { name: 'Create API' }));
  await findByText('API name must be at least 2 characters');
  expect(sent()).toHaveLength(0);
  await user.type(getByLabelText('Name'), 'Churn');
  expect(queryByText('API name must be at least 2 characters')).toBeNull();
  await user.click(getByRole('button', { name: 'Create API' }));
  await findByText('API "Churn" created successfully!');
  expect(JSON.parse(sent()[0]?.body ?? '')).toMatchObject({ name: 'Churn', type: 'prediction' });
  expect(address()).toBe(`/asha/apis/${api.id}`);
});

test('the update form has its own name rule and returns to the list', async () => {
  const { user, getByLabelText, getByRole, findByText } = renderScreen(inShell(<ApiUpdateScreen />), at);
  await user.clear(getByLabelText('Name'));
  await user.type(getByLabelText('Name'), 'ab');
  await user.click(getByRole('button', { name: 'Update API' }));
  await findByText('API name is required');
  expect(sent()).toHaveLength(0);
  await user.type(getByLabelText('Name'), 'c');
  await user.click(getByRole('button', { name: 'Update API' }));
  await findByText('the list');
  await findByText('API updated successfully!');
  expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({ name: 'abc' });
});

test('sends only the status if nothing else changed', async () => {
  const { user, getByRole, findByRole, findByText } = renderScreen(inShell(<ApiUpdateScreen />), at);
  await user.click(getByRole('combobox', { name: 'Status' }));
  await user.click(await findByRole('option', { name: 'Inactive' }));
  await user.click(getByRole('button', { name: 'Update API' }));
  await findByText('the list');
  expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({ enabled: false });
});

test('shows rate-limit fields only while rate limiting is on', async () => {
  const { user, getByRole, queryByLabelText, findByText } = renderScreen(inShell(<ApiSettingsScreen />), at);
  expect(queryByLabelText('Requests')).not.toBeNull();
  await user.click(getByRole('switch', { name: /Rate Limiting/ }));
  expect(queryByLabelText('Requests')).toBeNull();
  await user.click(getByRole('button', { name: 'Save changes' }));
  await findByText('API settings updated successfully!');
  expect(JSON.parse(sent()[0]?.body ?? '').settings.rateLimitEnabled).toBe(false);
});

test('sends only the changed settings', async () => {
  const { user, getByLabelText, getByRole, findByText } = renderScreen(inShell(<ApiSettingsScreen />), at);
  await user.type(getByLabelText(/Description/), 'Who leaves');
  await user.click(getByRole('switch', { name: /Rate Limiting/ }));
  await user.click(getByRole('button', { name: 'Save changes' }));
  await findByText('API settings updated successfully!');
  expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({
    description: 'Who leaves',
    settings: { rateLimitEnabled: false },
  });
});

test('reports the allowed range of a setting', async () => {
  const { user, getByLabelText, getByRole, findByText } = renderScreen(inShell(<ApiSettingsScreen />), at);
  await user.clear(getByLabelText(/Request timeout/));
  await user.type(getByLabelText(/Request timeout/), '500');
  await user.click(getByRole('button', { name: 'Save changes' }));
  await findByText('Enter a whole number from 1 to 300');
  expect(sent()).toHaveLength(0);
});

test.each([
  ['Requests', /Rate Limiting/, 'rateLimitEnabled', 'rateLimitRequests'],
  ['Log retention (days)', /Log requests/, 'loggingEnabled', 'logRetentionDays'],
  ['Allowed origins', /Browser access/, 'corsEnabled', 'corsOrigins'],
] as const)('an invalid %s does not prevent switching its feature off', async (...given) => {
  const [label, of, flag, field] = given;
  const { user, getByLabelText, getByRole, findByText } = renderScreen(inShell(<ApiSettingsScreen />), at);
  await user.clear(getByLabelText(label));
  await user.click(getByRole('switch', { name: of }));
  await user.click(getByRole('button', { name: 'Save changes' }));
  await findByText('API settings updated successfully!');
  expect(JSON.parse(sent()[0]?.body ?? '').settings).toEqual({
    [flag]: false,
    [field]: api.settings[field],
  });
});

test('shows the retention only while logging is on, as in the workspace settings', async () => {
  const { user, getByRole, queryByLabelText, findByText } = renderScreen(inShell(<ApiSettingsScreen />), at);
  expect(queryByLabelText('Log retention (days)')).not.toBeNull();
  await user.click(getByRole('switch', { name: /Log requests/ }));
  expect(queryByLabelText('Log retention (days)')).toBeNull();
  await findByText('Only time, status and latency are logged.');
});

test('the delete dialog uses the specified texts and lists what is deleted', async () => {
  const { user, getByRole, findByRole, findByText } = renderScreen(inShell(<ApiSettingsScreen />), at);
  await user.click(getByRole('button', { name: 'Delete API' }));
  const dialog = await findByRole('alertdialog');
  expect(dialog.textContent).toContain(
    'Are you sure you want to delete "Customer churn"? This action cannot be undone.',
  );
  await findByText('This also deletes its datasets, models and keys.');
});

test('deleting an API with traffic of the last 30 days asks for its name', async () => {
  const busy = { ...api, usage: { ...api.usage, callsLast30Days: 1_240 } };
  const { user, getByRole, getByLabelText, findByRole } = renderScreen(
    inShell(<ApiSettingsScreen />, busy),
    at,
  );
  await user.click(getByRole('button', { name: 'Delete API' }));
  const dialog = within(await findByRole('alertdialog'));
  dialog.getByText(/^1,240 requests in the last 30 days\./);
  const action = dialog.getByRole('button', { name: 'Delete API' });
  expect(action).toHaveProperty('disabled', true);
  await user.type(getByLabelText('Enter "Customer churn" to confirm'), 'customer churn');
  expect(action).toHaveProperty('disabled', true);
  await user.clear(getByLabelText('Enter "Customer churn" to confirm'));
  await user.type(getByLabelText('Enter "Customer churn" to confirm'), 'Customer churn');
  expect(action).toHaveProperty('disabled', false);
});

test('deprecates an API with or without a date and rejects a past date', async () => {
  const { user, getByRole, findByRole, findByText } = renderScreen(inShell(<ApiSettingsScreen />), at);
  const open = async () => {
    await user.click(getByRole('button', { name: 'Deprecate API' }));
    const dialog = within(await findByRole('dialog'));
    return {
      day: dialog.getByLabelText(/^Sunset date/),
      submit: () => user.click(dialog.getByRole('button', { name: 'Deprecate API' })),
    };
  };
  const first = await open();
  fireEvent.change(first.day, { target: { value: '2020-01-31' } });
  await first.submit();
  await findByText('Choose today or a later date (UTC), or leave it empty.');
  expect(first.day.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(first.day, { target: { value: '2099-01-31' } });
  await first.submit();
  await findByText('API updated successfully!');
  const second = await open();
  await second.submit();
  await expect.poll(() => sent().length).toBe(3);
  const bodies = sent().map(({ body }) => JSON.parse(body));
  expect(bodies.slice(1)).toEqual([
    { deprecated: true, sunset: '2099-01-31' },
    { deprecated: true, sunset: null },
  ]);
});

test('a rejected deprecation reports that the API could not be updated', async () => {
  const { user, getByRole, findByRole, findByText } = renderScreen(inShell(<ApiSettingsScreen />), at);
  await user.click(getByRole('button', { name: 'Deprecate API' }));
  const dialog = within(await findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^Sunset date/), { target: { value: '2098-01-31' } });
  await user.click(dialog.getByRole('button', { name: 'Deprecate API' }));
  await findByText('Failed to update API');
});

test('a rejected restoration does too', async () => {
  const deprecated = { ...api, status: 'deprecated' as const, sunset: null };
  const screen = inShell(<ApiSettingsScreen />, deprecated);
  const { user, getByRole, findByText } = renderScreen(screen, at);
  await user.click(getByRole('button', { name: 'Restore API' }));
  await findByText('Failed to update API');
});

test.each(['', ' now'])(
  'the update form asks before the page is closed where %j was typed',
  async (typed) => {
    const { user, getByLabelText } = renderScreen(inShell(<ApiUpdateScreen />), at);
    if (typed) await user.type(getByLabelText('Name'), typed);
    const closing = new Event('beforeunload', { cancelable: true });
    fireEvent(window, closing);
    expect(closing.defaultPrevented).toBe(typed !== '');
  },
);
