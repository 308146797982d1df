import { beforeEach, expect, test, vi } from 'vitest';
import { clearSession, followOtherTabs, readToken, storedEmail, storeTokens, useSession } from './session.ts';

beforeEach(() => clearSession(null));

test('one response fills all keys for 24 hours; signing out keeps only the e-mail', () => {
  vi.setSystemTime(new Date('2026-01-01T00:00:00Z'));
  storedEmail.write('asha@example.com');
  storeTokens({ token: 'access', refreshToken: 'refresh' });
  expect(localStorage.getItem('auth_token')).toBe('access');
  expect(sessionStorage.getItem('accessToken')).toBe('access');
  expect(localStorage.getItem('refresh_token')).toBe('refresh');
  expect(Number(localStorage.getItem('session_expiry'))).toBe(Date.parse('2026-01-02T00:00:00Z'));
  expect(useSession.getState().signedIn).toBe(true);
  clearSession('signed-out');
  expect(readToken()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['email']);
  expect(sessionStorage).toHaveLength(0);
  vi.useRealTimers();
});

test('signing out in another tab signs out here', () => {
  const stop = followOtherTabs();
  storeTokens({ token: 'access', refreshToken: 'refresh' });
  localStorage.removeItem('auth_token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
  expect(useSession.getState().signedIn).toBe(false);
  expect(readToken()).toBeNull();
  stop();
});

test('a session lasts as long as the server defines', () => {
  storeTokens({ token: 'access', refreshToken: 'refresh', expiresAt: '2031-01-01T00:00:00.000Z' });
  expect(Number(localStorage.getItem('session_expiry'))).toBe(Date.parse('2031-01-01T00:00:00Z'));
});
