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

test('clears the cache when the session ends', () => {
  clearSession('expired');
  expect(known()).toBeUndefined();
});

test('clears the cache when another tab switches the user, however late', () => {
  const stop = followOtherTabs();
  localStorage.setItem('auth_token', aToken('usr_ravi'));
  for (const newValue of [null, aToken('usr_ravi')])
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue }));
  expect(known()).toBeUndefined();
  stop();
});

test('clears the cache when the user changes, not when a token is renewed', () => {
  storeTokens({ token: aToken('usr_asha', 'later'), refreshToken: 'refresh-2' });
  expect(known()).toBe('of Asha');
  storeTokens({ token: aToken('usr_ravi'), refreshToken: 'refresh-3' });
  expect(known()).toBeUndefined();
});

test('sends requests at once even if the browser reports offline', async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  const request = vi.fn(() => Promise.reject(new Error('Network error')));
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: request, meta: { quiet: true } });
  await expect(mutation.execute(undefined)).rejects.toThrow('Network error');
  await expect(queryClient.fetchQuery({ queryKey: ['offline'], queryFn: request })).rejects.toThrow();
  expect(request).toHaveBeenCalledTimes(2);
});
