import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SignedIn } from '@/features/auth/index.ts';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { clearSession } from '@/shared/lib/session/session.ts';
import { accountAnswers } from '../../../../test/account-answers.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ForgotPasswordScreen } from './forgot-password.tsx';
import { LoginScreen } from './login.tsx';
import { ResetPasswordScreen } from './reset-password.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('auth'));
beforeEach(async () => {
  resetRequestGuard();
  clearSession(null);
  server = await startLocalServer(({ method, path }) => {
    const json = accountAnswers[`${method} ${path.replace('/api/v1', '')}`];
    return json ? { status: path.includes('forgot') ? 202 : 200, json } : { status: 404, json: {} };
  });
});
afterEach(() => server.stop());

/** Navigates to the code step, from a login with a return path. */
async function atTheCode() {
  const page = renderScreen(
    <Routes>
      <Route path="/login" element={<LoginScreen />} />
      <Route path="/forgot-password" element={<ForgotPasswordScreen />} />
      <Route path="/reset-password" element={<ResetPasswordScreen />} />
      <Route
        path="/:username/apis"
        element={
          <SignedIn>
            <p>the APIs</p>
          </SignedIn>
        }
      />
    </Routes>,
    '/asha/apis',
  );
  const { user, getByRole, getByLabelText, findByLabelText } = page;
  await user.click(getByRole('button', { name: 'Use a password instead' }));
  await user.type(getByLabelText('Email'), 'asha@example.com');
  await user.click(getByRole('link', { name: 'Forgot password?' }));
  expect((getByLabelText('Email') as HTMLInputElement).value).toBe('asha@example.com');
  await user.click(getByRole('button', { name: 'Send reset email' }));
  await findByLabelText('One-time code');
  return page;
}

test('setting a new password continues to the requested page', async () => {
  const { user, getByRole, getByLabelText, findByText } = await atTheCode();
  await user.type(getByLabelText('One-time code'), '123456');
  await user.type(getByLabelText('New password'), 'three blue herons');
  await user.type(getByLabelText('Confirm new password'), 'three blue herons');
  await user.click(getByRole('button', { name: 'Set password' }));
  await findByText('the APIs');
});

test('resends the mail, and the link back keeps the e-mail address', async () => {
  const { user, getByRole, getByLabelText, unmount } = await atTheCode();
  expect(getByRole('button', { name: 'Resend OTP' }).matches(':disabled')).toBe(true);
  await user.click(getByRole('link', { name: 'Back to login' }));
  expect((getByLabelText('Email') as HTMLInputElement).value).toBe('asha@example.com');
  unmount();
  sessionStorage.setItem('otp_sent_at', String(Date.now() - 61_000));
  const again = renderScreen(<ResetPasswordScreen />);
  await user.click(again.getByRole('button', { name: 'Resend OTP' }));
  const asked = () => server.received.map(({ path }) => path.replace('/api/v1/auth/', ''));
  await expect.poll(asked).toEqual(['forgot-password', 'forgot-password']);
});
