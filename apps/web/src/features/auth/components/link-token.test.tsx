import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { storedEmail } from '@/shared/lib/session/session.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ResetPasswordScreen } from '../screens/reset-password.tsx';
import { VerifyEmailScreen } from '../screens/verify-email.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let failure: { status: number } | undefined;
const expired = {
  error: { code: 'LINK_EXPIRED' },
  message: 'The link has expired.',
  detail: 'The link has expired.',
  requestId: 'req_1',
};

beforeAll(() => startWords('auth'));
beforeEach(async () => {
  resetRequestGuard();
  failure = undefined;
  server = await startLocalServer(() => failure ?? { status: 410, json: expired });
});
afterEach(() => server.stop());

const follow = (token: string) =>
  act(async () => {
    const changed = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
    window.location.hash = `token=${token}`;
    await changed;
  });

test('reads a reset link that opens on its own page and removes it from the URL', async () => {
  storedEmail.write('asha@example.org');
  const page = renderScreen(<ResetPasswordScreen />);
  page.getByLabelText('One-time code');
  await follow('from-the-mail');
  expect(page.queryByLabelText('One-time code')).toBeNull();
  expect(window.location.hash).toBe('');
});

test('a newer confirmation link replaces an expired one', async () => {
  const { user, ...page } = renderScreen(<VerifyEmailScreen />);
  await follow('old');
  await user.click(page.getByRole('button', { name: 'Verify' }));
  await page.findByRole('link');
  await follow('new');
  await user.click(page.getByRole('button', { name: 'Verify' }));
  await expect
    .poll(() => server.received.map(({ body }) => JSON.parse(body)))
    .toEqual([{ token: 'old' }, { token: 'new' }]);
});

test('does not report a link as used if the server could not be reached', async () => {
  failure = { status: 503 };
  const { user, ...page } = renderScreen(<VerifyEmailScreen />);
  await follow('good');
  await user.click(page.getByRole('button', { name: 'Verify' }));
  await page.findByText('Server error. Please try again later.');
  expect(page.queryByText(/expired or was already used/)).toBeNull();
  failure = undefined;
  await user.click(page.getByRole('button', { name: 'Verify' }));
  await page.findByText(/expired or was already used/);
});
