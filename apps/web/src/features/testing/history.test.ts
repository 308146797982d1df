import { expect, test } from 'vitest';
import { clearSession, storeTokens } from '@/shared/lib/session/session.ts';
import { remember, useHistory } from './history.ts';

test("one person's requests are hidden from the next", () => {
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  remember('api_1', {
    request: { method: 'POST', text: '{}' },
    answer: { status: 200, latencyMs: 1, headers: {}, body: {}, decision: null },
  });
  expect(useHistory.getState().calls).toHaveProperty('api_1');
  clearSession('signed-out');
  expect(useHistory.getState().calls).toEqual({});
});
