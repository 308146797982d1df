import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { clearSession, storeTokens } from '@/shared/lib/session/session.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { useReturnState } from './return-path.ts';
import { SignedIn } from './signed-in.tsx';

const Login = () => <p>from {useReturnState().from ?? 'nowhere'}</p>;
const guarded = (
  <Routes>
    <Route path="/login" element={<Login />} />
    <Route
      path="/:username/*"
      element={
        <SignedIn>
          <p>the dashboard</p>
        </SignedIn>
      }
    />
  </Routes>
);

beforeAll(() => startWords('auth'));
beforeEach(() => clearSession(null));

test('redirects to the login and remembers the way back', () => {
  const page = renderScreen(guarded, '/asha/apis?status=active');
  page.getByText('from /asha/apis?status=active');
  expect(page.address()).toBe('/login');
});

test('shows the screen to a signed-in user', () => {
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  renderScreen(guarded, '/asha/apis').getByText('the dashboard');
});

test('an expired session counts as signed out', () => {
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  clearSession('expired');
  expect(renderScreen(guarded, '/asha').address()).toBe('/login');
});
