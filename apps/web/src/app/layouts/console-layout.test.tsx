import { act } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useMe } from '@/features/auth/index.ts';
import { NotFoundInConsole } from '@/features/problems/screens/not-found-in-console.tsx';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { clearSession, followOtherTabs, storeTokens } from '@/shared/lib/session/session.ts';
import { hexId } from '../../../test/factories/api.ts';
import { aToken } from '../../../test/factories/token.ts';
import { aUser } from '../../../test/factories/user.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../test/render.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { UnknownAddress } from './unknown-address.tsx';

const names: Record<string, string> = { [aToken('usr_a')]: 'Asha Rao', [aToken('usr_b')]: 'Ben Iyer' };
const workspace = {
  ...{ id: hexId('ws'), slug: 'asha', name: 'Asha', role: 'owner' as const, formerSlugs: [], plan: 'free' },
};
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('console', 'notifications', 'site', 'problems'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ path, headers }) => {
    const name = names[headers.authorization?.replace('Bearer ', '') ?? ''];
    return path === '/api/v1/auth/me' && name
      ? { status: 200, json: aUser({ name, workspaces: [workspace] }) }
      : { status: 404, json: {} };
  });
});
afterEach(async () => {
  clearSession(null);
  await server.stop();
});

const Screen = () => <p>{useMe().data?.name}</p>;
const layout = (
  <Routes>
    <Route path="/login" element={<p>the login</p>} />
    <Route path="/:username" element={<ConsoleLayout />}>
      <Route index element={<Screen />} />
    </Route>
  </Routes>
);

test('reloads the user when another person signs in in a second tab', async () => {
  storeTokens({ token: aToken('usr_a'), refreshToken: 'refresh-1' });
  const stop = followOtherTabs();
  const { findByText } = renderScreen(layout, '/asha');
  await findByText('Asha Rao', { selector: 'p' });
  localStorage.setItem('auth_token', aToken('usr_b'));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })));
  await findByText('Ben Iyer', { selector: 'p' });
  stop();
});

test.each(['/docs', '/404', '/Not%20a%20name'])(
  'signed out, %s is no page, whatever workspaces there are',
  async (address) => {
    await renderScreen(layout, address).findByRole('heading', { name: '404 – Page Not Found' });
    expect(server.received).toEqual([]);
  },
);

test('asks visitors of a workspace page to sign in', async () => {
  await renderScreen(layout, '/asha').findByText('the login');
});

test('shows an unknown address to a signed-in person beside the navigation', async () => {
  storeTokens({ token: aToken('usr_a'), refreshToken: 'refresh-1' });
  const unknown = (
    <Routes>
      <Route path="/:username" element={<UnknownAddress />}>
        <Route path="*" element={<NotFoundInConsole />} />
      </Route>
    </Routes>
  );
  const { findByRole, getByRole } = renderScreen(unknown, '/asha/billing');
  await findByRole('heading', { name: '404 – Page Not Found' });
  const navigation = getByRole('navigation', { name: 'Workspace' });
  expect(navigation.textContent).not.toMatch(/Billing|Workflows|Import/);
  expect(getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/asha');
});
