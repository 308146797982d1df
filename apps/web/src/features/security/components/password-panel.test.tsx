import { fireEvent } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { storeTokens } from '@/shared/lib/session/session.ts';
import { accountAnswers } from '../../../../test/account-answers.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { PasswordPanel } from './password-panel.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let guards: () => Promise<{ status: number; json: unknown }>;

const known = (hasPassword: boolean) => ({
  status: 200,
  json: { hasPassword, passwordChangedAt: null, mfaEnabled: false, recoveryCodesLeft: 0 },
});

beforeAll(() => startWords('security', 'auth'));
beforeEach(async () => {
  resetRequestGuard();
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  server = await startLocalServer(async ({ method, path }) => {
    if (path === '/api/v1/auth/security') return guards();
    const answer = accountAnswers[`${method} ${path.replace('/api/v1', '')}`];
    return answer ? { status: 200, json: answer } : { status: 404, json: {} };
  });
});
afterEach(() => server.stop());

test('offers to set a first password, and no reset', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  guards = () => promise.then(() => known(false));
  const { findByRole, queryByRole } = renderScreen(<PasswordPanel />);
  await expect.poll(() => server.received.some(({ path }) => path === '/api/v1/auth/security')).toBe(true);
  expect(queryByRole('button')).toBeNull();
  resolve();
  await findByRole('button', { name: 'Set a password' });
  expect(queryByRole('button', { name: 'Forgot password?' })).toBeNull();
});

test('retries loading the password state after a failure', async () => {
  guards = async () => ({ status: 500, json: {} });
  const { user, findByRole, queryByRole } = renderScreen(<PasswordPanel />);
  await findByRole('alert');
  expect(queryByRole('button', { name: 'Forgot password?' })).toBeNull();
  guards = async () => known(true);
  await user.click(await findByRole('button', { name: 'Try again' }));
  await findByRole('button', { name: 'Forgot password?' });
});

test('asks before discarding a partly typed password', async () => {
  guards = async () => known(true);
  const { user, findByLabelText } = renderScreen(<PasswordPanel />);
  const isAsked = () => {
    const closing = new Event('beforeunload', { cancelable: true });
    fireEvent(window, closing);
    return closing.defaultPrevented;
  };
  const field = await findByLabelText('Current password');
  expect(isAsked()).toBe(false);
  await user.type(field, 'three');
  expect(isAsked()).toBe(true);
  await user.clear(field);
  expect(isAsked()).toBe(false);
});
