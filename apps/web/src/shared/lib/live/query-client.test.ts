import { onlineManager } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { aToken } from '../../../../test/factories/token.ts';
import { clearSession, followOtherTabs, storeTokens } from '../session/session.ts';
import { queryClient } from './query-client.ts';

const known = () => queryClient.getQueryData(['apis']);

beforeEach(() => {
  storeTokens({ token: aToken('usr_asha'), refreshToken: 'refresh' });
  queryClient.setQueryData(['apis'], 'of Asha');
});

test('what the server said to one person is forgotten when the session ends', () => {
  clearSession('expired');
  expect(known()).toBeUndefined();
});

test('it is forgotten when another tab signs out and signs another person in, however late this tab hears of it', () => {
  const stop = followOtherTabs();
  localStorage.setItem('auth_token', aToken('usr_ravi'));
  for (const newValue of [null, aToken('usr_ravi')])
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue }));
  expect(known()).toBeUndefined();
  stop();
});

test('it is forgotten when another person signs in over the first, and kept when a token is renewed', () => {
  storeTokens({ token: aToken('usr_asha', 'later'), refreshToken: 'refresh-2' });
  expect(known()).toBe('of Asha');
  storeTokens({ token: aToken('usr_ravi'), refreshToken: 'refresh-3' });
  expect(known()).toBeUndefined();
});

test('what is asked while the browser believes to be offline is tried at once, and not kept for later', async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  const told = vi.fn(() => Promise.reject(new Error('Network error')));
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: told, meta: { quiet: true } });
  await expect(mutation.execute(undefined)).rejects.toThrow('Network error');
  await expect(queryClient.fetchQuery({ queryKey: ['offline'], queryFn: told })).rejects.toThrow();
  expect(told).toHaveBeenCalledTimes(2);
});
