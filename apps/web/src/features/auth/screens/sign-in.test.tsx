import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { clearSession, storedEmail, storeTokens, useSession } from '@/shared/lib/session/session.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { PasswordLoginForm } from '../components/login-form.tsx';
import { SignedOut } from '../components/signed-out.tsx';
import { mfaChallenge } from '../mfa-challenge.ts';
import { LoginScreen } from './login.tsx';
import { ResetPasswordScreen } from './reset-password.tsx';
import { SignupScreen } from './signup.tsx';
import { VerifyScreen } from './verify.tsx';
import { VerifyMfaScreen } from './verify-mfa.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
const user = aUser();
const answers: Record<string, { status: number; json: unknown }> = {
  '/api/v1/auth/login': { status: 202, json: { message: 'sent' } },
  '/api/v1/auth/signup': { status: 202, json: { message: 'sent' } },
  '/api/v1/auth/verify-otp': {
    status: 200,
    json: {
      user,
      token: 'access-1',
      refreshToken: 'refresh-1',
      expiresAt: '2026-01-02T00:00:00.000Z',
      mfaRequired: false,
    },
  },
};

beforeAll(() => startWords('auth'));
beforeEach(async () => {
  resetRequestGuard();
  clearSession(null);
  server = await startLocalServer(({ path }) => answers[path]);
});
afterEach(() => server.stop());

test('login requests a code and continues to verification', async () => {
  const { user: person, ...page } = renderScreen(<LoginScreen />, '/login');
  await person.type(page.getByLabelText('Email'), 'Asha@Example.com');
  await person.click(page.getByRole('button', { name: 'Send OTP' }));
  await page.findByText('OTP sent to your email');
  await vi.waitFor(() => expect(page.address()).toBe('/verify'));
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ email: 'asha@example.com' });
  expect(storedEmail.read()).toBe('asha@example.com');
});

test('a double click requests one code', async () => {
  const { user: person, ...page } = renderScreen(<LoginScreen />, '/login');
  await person.type(page.getByLabelText('Email'), 'asha@example.com');
  await person.dblClick(page.getByRole('button', { name: 'Send OTP' }));
  await vi.waitFor(() => expect(page.address()).toBe('/verify'));
  expect(server.received).toHaveLength(1);
});

test('links to the mailbox of a server that sends no e-mail', async () => {
  answers['/api/v1/auth/login'] = { status: 202, json: { message: 'sent', mailbox: '/mailbox' } };
  const { user: person, ...login } = renderScreen(<LoginScreen />, '/login');
  await person.type(login.getByLabelText('Email'), 'asha@example.com');
  await person.click(login.getByRole('button', { name: 'Send OTP' }));
  await vi.waitFor(() => expect(login.address()).toBe('/verify'));
  login.unmount();
  const link = renderScreen(<VerifyScreen />, '/verify').getByRole('link', { name: /Read the code/ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/mailbox', '_blank']);
});

test('a new account gets the link to the local mailbox', async () => {
  const before = answers['/api/v1/auth/signup'];
  answers['/api/v1/auth/signup'] = { status: 202, json: { message: 'sent', mailbox: '/mailbox' } };
  const { user: person, ...page } = renderScreen(<SignupScreen />, '/signup');
  await person.type(page.getByLabelText('Name'), 'Asha Rao');
  await person.type(page.getByLabelText('Email'), 'asha@example.com');
  await person.type(page.getByLabelText('Phone Number'), '98765 43210');
  await person.click(page.getByRole('button', { name: 'Sign Up' }));
  await page.findByText(
    /^Account created successfully! Please check your email for verification\..* arrive in this server's own mailbox\.$/,
  );
  if (before) answers['/api/v1/auth/signup'] = before;
});

test('redirects signed-in users to the dashboard with a placeholder', async () => {
  answers['/api/v1/auth/me'] = { status: 200, json: user };
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  const page = renderScreen(
    <SignedOut>
      <SignupScreen />
    </SignedOut>,
    '/signup',
  );
  expect(page.container.querySelector('[aria-busy=true] .skeleton')).not.toBeNull();
  expect(page.queryByRole('button', { name: 'Sign Up' })).toBeNull();
  await vi.waitFor(() => expect(page.address()).toBe('/asha'));
});

test('login rejects an invalid e-mail address at its field', async () => {
  const { user: person, ...page } = renderScreen(<LoginScreen />, '/login');
  await person.type(page.getByLabelText('Email'), 'asha');
  await person.click(page.getByRole('button', { name: 'Send OTP' }));
  const message = await page.findByText('Please enter a valid email');
  const field = page.getByLabelText('Email');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.getAttribute('aria-describedby')).toBe(message.id);
  expect(server.received).toEqual([]);
});

test('signup reports the error of each field', async () => {
  const { user: person, ...page } = renderScreen(<SignupScreen />, '/signup');
  await person.type(page.getByLabelText('Name'), 'A');
  await person.type(page.getByLabelText('Phone Number'), '98765');
  await person.click(page.getByRole('button', { name: 'Sign Up' }));
  await page.findByText('Name is required');
  page.getByText('Please enter a valid email');
  page.getByText('Phone number must be at least 10 digits');
  expect(server.received).toEqual([]);
});

test('signup reports the maximum length of a name', async () => {
  const { user: person, ...page } = renderScreen(<SignupScreen />, '/signup');
  await person.click(page.getByLabelText('Name'));
  await person.paste('A'.repeat(300));
  await person.click(page.getByRole('button', { name: 'Sign Up' }));
  await page.findByText('Use at most 100 characters');
});

test('signup sends the number in international format', async () => {
  const { user: person, ...page } = renderScreen(<SignupScreen />, '/signup');
  await person.type(page.getByLabelText('Name'), 'Asha Rao');
  await person.type(page.getByLabelText('Email'), 'asha@example.com');
  await person.type(page.getByLabelText('Phone Number'), '98765 43210');
  await person.click(page.getByRole('button', { name: 'Sign Up' }));
  await page.findByText('OTP sent to your email');
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
    name: 'Asha Rao',
    email: 'asha@example.com',
    phoneNumber: '+919876543210',
  });
});

test('rejects a code without six digits before sending', async () => {
  storedEmail.write('asha@example.com');
  const { user: person, ...page } = renderScreen(<VerifyScreen />, '/verify');
  await person.type(page.getByLabelText('One-time code'), '12a34');
  await person.click(page.getByRole('button', { name: 'Verify' }));
  await page.findByText('Please enter a valid 6-digit OTP.');
  expect(server.received).toEqual([]);
});

test('the right code signs in and opens the dashboard', async () => {
  storedEmail.write('asha@example.com');
  const { user: person, ...page } = renderScreen(
    <SignedOut>
      <VerifyScreen />
    </SignedOut>,
    '/verify',
  );
  await person.type(page.getByLabelText('One-time code'), '123456');
  await page.findByText('OTP Verified Successfully!');
  await vi.waitFor(() => expect(page.address()).toBe('/asha'));
  expect(useSession.getState().signedIn).toBe(true);
  expect(sessionStorage.getItem('accessToken')).toBe('access-1');
});

const refused = (status: number, code: string, field: string) => ({
  status,
  json: {
    ...{ error: { code }, message: 'That is wrong.', detail: 'That is wrong.', requestId: 'req_1' },
    fields: [{ field, message: 'That is wrong.' }],
  },
});

test.each([
  [
    '/api/v1/auth/verify-otp',
    refused(400, 'CODE_WRONG', 'otp'),
    <VerifyScreen key="otp" />,
    ['One-time code'],
  ],
  [
    '/api/v1/auth/mfa/verify',
    refused(400, 'MFA_CODE_WRONG', 'code'),
    <VerifyMfaScreen key="mfa" />,
    ['Authenticator code'],
  ],
  [
    '/api/v1/auth/login',
    refused(401, 'CREDENTIALS_WRONG', 'password'),
    <PasswordLoginForm key="password" email="asha@example.com" onEmail={() => undefined} />,
    ['Password'],
  ],
  [
    '/api/v1/auth/reset-password',
    refused(400, 'CODE_WRONG', 'otp'),
    <ResetPasswordScreen key="reset" />,
    ['One-time code', 'New password', 'Confirm new password'],
  ],
])('shows a server error of %s at its field and keeps the focus', async (path, answer, screen, labels) => {
  const before = answers[path];
  answers[path] = answer;
  storedEmail.write('asha@example.com');
  mfaChallenge.store('challenge');
  const { user: person, ...page } = renderScreen(screen);
  for (const label of labels)
    await person.type(page.getByLabelText(label), /password/i.test(label) ? 'three blue herons' : '123456');
  // A complete one-time code is submitted at once.
  if (path !== '/api/v1/auth/verify-otp')
    await person.click(page.getByRole('button', { name: /^(Verify|Login|Set password)$/ }));
  const field = page.getByLabelText(labels[0] ?? '');
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(
    document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
  ).toBe('That is wrong.');
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  if (before) answers[path] = before;
});

test('verification without a stored e-mail redirects to signup with a reason', async () => {
  const page = renderScreen(<VerifyScreen />, '/verify');
  await page.findByText('No email found. Please sign up again.');
  expect(page.address()).toBe('/signup');
});

test('a code can be resent only after a minute', () => {
  storedEmail.write('asha@example.com');
  const page = renderScreen(<VerifyScreen />, '/verify');
  expect(page.getByRole('button', { name: 'Resend OTP' }).hasAttribute('disabled')).toBe(true);
});
