import { notificationKinds } from '@rowcast/contracts/domain/people/notification';
import { defaultSettings } from '@rowcast/contracts/domain/people/settings';
import type { User } from '@rowcast/contracts/domain/people/user';
import { act } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { meKey } from '@/features/auth/index.ts';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { SettingsScreen } from './settings.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let role: 'owner' | 'viewer';
let person: Partial<Pick<User, 'firstName' | 'lastName' | 'preferences'>>;

const refused = {
  error: { code: 'VALIDATION_FAILED' },
  message: 'Some fields are not valid.',
  detail: 'Some fields are not valid.',
  requestId: 'req_1',
  fields: [{ field: 'company', message: 'This company is not known.' }],
};

beforeAll(() => startWords('settings', 'profile', 'account', 'notifications'));
beforeEach(async () => {
  resetRequestGuard();
  role = 'owner';
  person = {};
  const workspace = { id: `ws_${'1'.repeat(32)}`, slug: 'asha', name: 'Asha', formerSlugs: [], plan: 'free' };
  const me = () => aUser({ id: `usr_${'1'.repeat(32)}`, workspaces: [{ ...workspace, role }], ...person });
  server = await startLocalServer(({ method, path, body }) => {
    if (path === '/api/v1/auth/me') return { status: 200, json: me() };
    if (path === '/api/v1/push-subscriptions/key') return { status: 200, json: { publicKey: null } };
    if (path === '/api/v1/settings' && method === 'GET') return { status: 200, json: defaultSettings };
    if (path === '/api/v1/settings') {
      const change = JSON.parse(body);
      const changed = Object.fromEntries(
        Object.entries(defaultSettings).map(([name, section]) => [name, { ...section, ...change[name] }]),
      );
      return { status: 200, json: changed };
    }
    if (path === '/api/v1/auth/profile') {
      const { company, language } = JSON.parse(body);
      if (language) person = { preferences: { language } };
      return company === 'Unknown' ? { status: 400, json: refused } : { status: 200, json: me() };
    }
    return { status: 404, json: {} };
  });
});
afterEach(() => server.stop());

const open = (tab: string) =>
  renderScreen(
    <NuqsTestingAdapter searchParams={`?tab=${tab}`} hasMemory>
      <Routes>
        <Route path="/:username/settings" element={<SettingsScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    '/asha/settings',
  );
const sent = () => server.received.filter(({ method }) => method === 'PUT');

test('confirms in the newly chosen language', async () => {
  const { user, findByRole, getByRole, findByText } = open('profile');
  await user.click(await findByRole('combobox', { name: /Language/ }));
  await user.click(await findByRole('option', { name: 'Deutsch' }));
  await user.click(getByRole('button', { name: 'Save Profile' }));
  await findByText('Profil aktualisiert!');
  await setLanguage('en');
});

test('hides the fields of disabled features', async () => {
  const { user, findByRole, queryByLabelText } = open('api');
  await findByRole('switch', { name: /Rate limiting/ });
  for (const [name, field] of [
    [/Rate limiting/, 'Requests'],
    [/Logging/, 'Log retention (days)'],
    [/CORS/, 'Allowed origins'],
  ] as const) {
    expect(queryByLabelText(field)).not.toBeNull();
    await user.click(await findByRole('switch', { name }));
    expect(queryByLabelText(field)).toBeNull();
  }
});

test('an invalid hidden number does not block saving', async () => {
  const { user, findByLabelText, findByText, getByRole } = open('api');
  await user.clear(await findByLabelText('Log retention (days)'));
  await user.click(getByRole('switch', { name: /Logging/ }));
  await user.click(getByRole('button', { name: 'Save API Settings' }));
  await findByText('API settings updated successfully!');
  expect(JSON.parse(sent()[0]?.body ?? '').api.loggingEnabled).toBe(false);
});

test('reports the allowed range and sends nothing', async () => {
  const { user, findByLabelText, findByText, getByRole } = open('api');
  const timeout = await findByLabelText('Request timeout (seconds)');
  await user.clear(timeout);
  await user.type(timeout, '301');
  await user.click(getByRole('button', { name: 'Save API Settings' }));
  await findByText('Enter a whole number from 1 to 300');
  expect(sent()).toEqual([]);
});

test('the push switch reports what the server lacks while on', async () => {
  const { user, findByText, getByRole, queryByText } = open('notifications');
  await findByText(/^Push notifications are not set up on this server/);
  await user.click(getByRole('switch', { name: 'Push' }));
  expect(queryByText(/^Push notifications are not set up on this server/)).toBeNull();
});

test.each([
  ['API alerts', 'apiAlerts'],
  ['Team updates', 'teamUpdates'],
  ['Billing alerts', 'billingAlerts'],
  ['Security alerts', 'securityAlerts'],
  ['Product news', 'marketingEmails'],
])('%s reports that such messages are never sent', async (name, setting) => {
  const { findByRole, queryByRole } = open('notifications');
  await findByRole('switch', { name });
  const isSent = Object.values<string>(notificationKinds).includes(setting);
  const silent = queryByRole('switch', { name, description: /Not sent in this version\.$/ });
  expect(silent === null).toBe(isSent);
});

test('keeps the edits of all tabs and saves them together', async () => {
  const { user, findByRole, findByText, getByRole } = open('notifications');
  await user.click(await findByRole('switch', { name: /Product news/ }));
  await user.click(getByRole('tab', { name: 'API Settings' }));
  await user.click(await findByRole('switch', { name: /CORS/ }));
  await user.click(getByRole('button', { name: 'Save All Changes' }));
  await findByText('Settings updated successfully!');
  expect(sent().map(({ body }) => JSON.parse(body))).toEqual([
    { notifications: { marketingEmails: true } },
    { api: { corsEnabled: false } },
  ]);
});

test('sends only changes, so that other changes are kept', async () => {
  const { user, findByLabelText, findByText, getByRole, getByLabelText } = open('profile');
  await user.type(await findByLabelText(/Position/), 'Chemist');
  await user.type(getByLabelText(/Company/), 'x{Backspace}');
  await user.click(getByRole('button', { name: 'Save Profile' }));
  await findByText('Profile updated successfully!');
  expect(sent().map(({ body }) => JSON.parse(body))).toEqual([{ position: 'Chemist' }]);
});

test('saves without a last name; a typed name must follow the rule', async () => {
  person = { firstName: 'B', lastName: '' };
  const { user, findByLabelText, findByText, getByRole, getByLabelText } = open('profile');
  const save = () => user.click(getByRole('button', { name: 'Save Profile' }));
  await user.type(await findByLabelText(/Company/), 'Rao & Co');
  await save();
  await findByText('Profile updated successfully!');
  expect(sent().map(({ body }) => JSON.parse(body))).toEqual([{ company: 'Rao & Co' }]);
  await user.type(getByLabelText('Last name'), 'R');
  await user.clear(getByLabelText('First name'));
  await save();
  await findByText('Last name must be at least 2 characters');
  await findByText('First name must be at least 2 characters');
  expect(sent()).toHaveLength(1);
});

test("a last name can't be removed", async () => {
  const { user, findByLabelText, findByText, getByRole } = open('profile');
  await user.clear(await findByLabelText('Last name'));
  await user.click(getByRole('button', { name: 'Save Profile' }));
  await findByText('Last name must be at least 2 characters');
  expect(sent()).toEqual([]);
});

test('shows a server error at its field on its tab', async () => {
  const { user, findByLabelText, findByText, getByRole, findByRole } = open('profile');
  await user.type(await findByLabelText(/Company/), 'Unknown');
  await user.click(getByRole('tab', { name: 'Notifications' }));
  await findByRole('switch', { name: /Product news/ });
  await user.click(getByRole('button', { name: 'Save All Changes' }));
  await findByText('This company is not known.');
  expect(getByRole('tab', { name: 'Profile' }).getAttribute('aria-selected')).toBe('true');
});

test('users without permission see read-only workspace settings', async () => {
  role = 'viewer';
  const { findByText, getByLabelText } = open('api');
  await findByText(/Your role can't make changes/);
  expect((getByLabelText('Request timeout (seconds)') as HTMLInputElement).matches(':disabled')).toBe(true);
});

test('an unchanged field follows the header menu', async () => {
  const { findByRole } = open('profile');
  const field = await findByRole('combobox', { name: /Language/ });
  expect(field.textContent).toBe('English');
  person = { preferences: { language: 'fr' } };
  await act(() => queryClient.invalidateQueries({ queryKey: meKey }));
  await expect.poll(() => field.textContent).toBe('Français');
  await setLanguage('en');
});
