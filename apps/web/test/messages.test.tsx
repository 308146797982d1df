import i18next from 'i18next';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { AuditScreen } from '@/features/audit/screens/audit.tsx';
import { mfaChallenge } from '@/features/auth/mfa-challenge.ts';
import { ForgotPasswordScreen } from '@/features/auth/screens/forgot-password.tsx';
import { LoginScreen } from '@/features/auth/screens/login.tsx';
import { ResetPasswordScreen } from '@/features/auth/screens/reset-password.tsx';
import { SignupScreen } from '@/features/auth/screens/signup.tsx';
import { VerifyScreen } from '@/features/auth/screens/verify.tsx';
import { VerifyEmailScreen } from '@/features/auth/screens/verify-email.tsx';
import { VerifyMfaScreen } from '@/features/auth/screens/verify-mfa.tsx';
import { NotificationList } from '@/features/notifications/components/notification-list.tsx';
import { ProfileScreen } from '@/features/profile/screens/profile.tsx';
import { SettingsScreen } from '@/features/settings/screens/settings.tsx';
import { InviteScreen } from '@/features/team/screens/invite.tsx';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { storedEmail, storeTokens } from '@/shared/lib/session/session.ts';
import { accountAnswers } from './account-answers.ts';
import { startLocalServer } from './local-server.ts';
import { renderScreen, startWords } from './render.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let refused: string;
let unanswered: string;

const words = ['auth', 'security', 'profile', 'account', 'settings', 'team', 'audit', 'notifications'];
beforeAll(() => startWords('console', ...words));
beforeEach(async () => {
  resetRequestGuard();
  refused = '';
  unanswered = '';
  server = await startLocalServer(({ method, path }) => {
    const called = `${method} ${path
      .replace('/api/v1', '')
      .replace(/usr_\d+/, ':id')
      .replace(/\?.*/, '')}`;
    // A proxy may reject the request without a readable message.
    if (called === refused) return { status: 400, json: 'refused' };
    if (called === unanswered) return new Promise<never>(() => undefined);
    const answer = accountAnswers[called];
    return answer ? { status: 200, json: answer } : { status: 404, json: {} };
  });
});
afterEach(async () => {
  window.location.hash = '';
  await server.stop();
});

type Tree = { [key: string]: string | Tree };
const flat = (tree: Tree, before = ''): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${before}${key}`, value]] : [...flat(value, `${before}${key}/`)],
    ),
  );

/** A field to fill, `Label: text`, or an element to click, by role and name. */
type Step = `${string}: ${string}` | [role: string, name: string | RegExp];

async function goes(page: ReturnType<typeof renderScreen>, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step !== 'string') {
      const [role, name] = step;
      const found = await page.findAllByRole(role, { name });
      await page.user.click(found.at(-1) as HTMLElement);
      continue;
    }
    const [label = '', text = ''] = step.split(': ');
    const field = await page.findByLabelText(label);
    await page.user.clear(field);
    await page.user.type(field, text);
  }
}

const button = (name: string | RegExp): Step => ['button', name];
const email: Step = 'Email: asha@example.org';
const newPassword: Step[] = ['New password: three blue herons', 'Confirm new password: three blue herons'];
const deletion = [button('Delete Account'), button('Delete Account')];

const login = <LoginScreen />;
const signup = <SignupScreen />;
const settings = <SettingsScreen />;
const team = <InviteScreen />;
const profile = <ProfileScreen />;
const signsUp: Step[] = ['Name: Asha Rao', email, 'Phone Number: 98765 43210', button('Sign Up')];
const resets = [...newPassword, button('Set password')];
const changesPassword: Step[] = [
  'Current password: old and known',
  ...newPassword,
  button('Change password'),
];

const phone = (number: string): Step[] => [`Phoneoptional: ${number}`, button('Save Profile')];
const mailedCode = (code: string): Step[] => [
  button('Forgot password?'),
  `Code from the email: ${code}`,
  button('Set a password'),
];

const failures: [says: string, refused: string, on: ReactNode, steps: Step[], search?: string][] = [
  ['Login failed', 'POST /auth/login', login, [email, button('Send OTP')]],
  ['Signup failed', 'POST /auth/signup', signup, signsUp],
  [
    'OTP verification failed',
    'POST /auth/verify-otp',
    <VerifyScreen key="otp" />,
    ['One-time code: 123456', button('Verify')],
  ],
  [
    'Email verification failed',
    'POST /auth/verify-email',
    <VerifyEmailScreen key="mail" />,
    [button('Verify')],
  ],
  [
    'Failed to send reset email',
    'POST /auth/forgot-password',
    <ForgotPasswordScreen key="forgot" />,
    [button('Send reset email')],
  ],
  ['Password reset failed', 'POST /auth/reset-password', <ResetPasswordScreen key="reset" />, resets],
  [
    'MFA verification failed',
    'POST /auth/mfa/verify',
    <VerifyMfaScreen key="mfa" />,
    ['Authenticator code: 123456', button('Verify')],
  ],
  ['MFA setup failed', 'POST /auth/mfa/setup', settings, [button('Set up authenticator app')], 'security'],
  ['Password change failed', 'POST /auth/change-password', settings, changesPassword, 'security'],
  [
    'Failed to update security settings',
    'PUT /settings/security',
    settings,
    [['switch', 'Two-factor authentication']],
    'security',
  ],
  ['Failed to fetch settings', 'GET /settings', settings, []],
  [
    'Failed to update profile',
    'PUT /auth/profile',
    settings,
    ['Companyoptional: Rao', button('Save Profile')],
    'profile',
  ],
  [
    'Failed to update notification preferences',
    'PUT /settings',
    settings,
    [['switch', 'Product news'], button('Save Preferences')],
    'notifications',
  ],
  [
    'Failed to update API settings',
    'PUT /settings',
    settings,
    ['Request timeout (seconds): 20', button('Save API Settings')],
    'api',
  ],
  [
    'Failed to update settings',
    'PUT /settings/preferences',
    settings,
    [['switch', /^Debug mode/]],
    'advanced',
  ],
  ['Failed to export data', 'GET /users/me/export', settings, [button('Export Data')], 'profile'],
  ['Failed to delete account', 'DELETE /users/:id/delete-account', settings, deletion, 'advanced'],
  ['Failed to delete account.', 'DELETE /users/:id/delete-account', profile, deletion],
  ['Failed to fetch profile.', 'GET /users/me', profile, []],
  [
    'Failed to update webhook URL.',
    'PUT /users/me',
    profile,
    ['Webhook URLoptional: https://example.org', button('Save')],
  ],
  ['Failed to fetch team members', 'GET /team/members', team, []],
  [
    'Failed to send invitation',
    'POST /team/invites',
    team,
    [button('Invite Member'), email, button('Send Invitation')],
  ],
  ['Failed to invite member', 'POST /team/invites/link', team, [button('Create link')]],
  [
    'Failed to update member role',
    'PATCH /team/members/:id',
    team,
    [
      ['combobox', 'Role of Ben Iyer'],
      ['option', /^Tester/],
    ],
  ],
  [
    'Failed to remove member',
    'DELETE /team/members/:id',
    team,
    [button('Actions for Ben Iyer'), ['menuitem', 'Remove…'], button('Remove member')],
  ],
  ['Failed to fetch team settings', 'GET /team/settings', team, [button('Team Settings')]],
  ['Failed to fetch audit logs or not authorized.', 'GET /audit-logs', <AuditScreen key="audit" />, []],
  [
    'Failed to fetch notifications',
    'GET /notifications',
    <NotificationList key="notifications" onOpen={() => undefined} />,
    [],
  ],
];

const said: [says: string, on: ReactNode, steps: Step[], search?: string][] = [
  ['Account created successfully! Please check your email for verification.', signup, signsUp],
  ['Email verified successfully!', <VerifyEmailScreen key="mail" />, [button('Verify')]],
  ['Password reset email sent!', <ForgotPasswordScreen key="forgot" />, [button('Send reset email')]],
  ['Password reset successfully!', <ResetPasswordScreen key="reset" />, resets],
  [
    'OTP verified successfully!',
    <VerifyMfaScreen key="mfa" />,
    ['Authenticator code: 123456', button('Verify')],
  ],
  ['Password changed successfully!', settings, changesPassword, 'security'],
  ['Current password is required', settings, [button('Change password')], 'security'],
  ['Password must be at least 8 characters', settings, [button('Change password')], 'security'],
  [
    "Passwords don't match",
    settings,
    [...changesPassword.slice(0, 2), button('Change password')],
    'security',
  ],
  [
    'First name must be at least 2 characters',
    settings,
    ['First name: A', button('Save Profile')],
    'profile',
  ],
  ['Last name must be at least 2 characters', settings, ['Last name: R', button('Save Profile')], 'profile'],
  ['Phone number must be at least 10 digits', settings, phone('98765'), 'profile'],
  ['Phone number must be no more than 15 digits', settings, phone('1234567890123456'), 'profile'],
  ['Please enter a valid phone number', settings, phone('98765 4321x'), 'profile'],
  ['OTP must be exactly 6 digits', settings, mailedCode('12345'), 'security'],
  ['OTP must be numeric', settings, mailedCode('12345a'), 'security'],
  ['Name is required', signup, ['Name: A', button('Sign Up')]],
  ['Are you absolutely sure?', settings, deletion.slice(0, 1), 'advanced'],
  ['Please enter a valid email', login, [button('Send OTP')]],
  ['Please enter a valid email address', team, [button('Invite Member'), button('Send Invitation')]],
  [
    'The invitation to asha@example.org is sent once an admin approves it',
    team,
    [button('Invite Member'), email, button('Send Invitation')],
  ],
  ['No invitations yet', team, []],
  ['Loading audit logs...', <AuditScreen key="loading" />, []],
  ['No audit logs found.', <AuditScreen key="empty" />, []],
];

const busy: [says: string, unanswered: string, on: ReactNode, steps: Step[], search?: string][] = [
  ['Sending...', 'POST /auth/login', login, [email, button('Send OTP')]],
  ['Signing...', 'POST /auth/signup', signup, signsUp],
  ['Sending...', 'POST /team/invites', team, [button('Invite Member'), email, button('Send Invitation')]],
  ['Updating...', 'POST /auth/change-password', settings, changesPassword, 'security'],
  ['Updating...', 'PUT /auth/profile', settings, ['Companyoptional: Rao', button('Save Profile')], 'profile'],
];

function opens(screen: ReactNode, tab: string) {
  storedEmail.write('asha@example.org');
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  mfaChallenge.store('challenge');
  window.location.hash = 'token=from-the-mail';
  return renderScreen(
    <NuqsTestingAdapter searchParams={tab && `?tab=${tab}`} hasMemory>
      <Routes>
        <Route path="/:username/*" element={screen} />
      </Routes>
    </NuqsTestingAdapter>,
    '/asha/here',
  );
}

test.each(failures)('"%s" where %s is refused', async (says, call, screen, steps, tab = '') => {
  refused = call;
  const page = opens(screen, tab);
  await goes(page, steps);
  await page.findByText(says);
});

test.each(said)('"%s"', async (says, screen, steps, tab = '') => {
  const page = opens(screen, tab);
  await goes(page, steps);
  await page.findByText(says);
});

test.each(busy)('"%s" while %s is on its way', async (says, call, screen, steps, tab = '') => {
  unanswered = call;
  const page = opens(screen, tab);
  await goes(page, steps);
  expect((await page.findByRole('button', { name: says })).matches(':disabled')).toBe(true);
});

test('"Failed to copy link" over plain HTTP without a clipboard', async () => {
  const page = opens(team, '');
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  await goes(page, [button('Create link'), button('Copy invite link')]);
  await page.findByText('Failed to copy link');
});

test.each(['es', 'fr', 'de'])('all of them are said in %s', async (language) => {
  const own = (code: string) => i18next.getDataByLanguage(code) ?? {};
  await i18next.changeLanguage(language);
  const translated = flat(own(language));
  const keys = new Map([...flat(own('en'))].map(([key, text]) => [text, key]));
  await i18next.changeLanguage('en');
  for (const [says] of [...failures, ...said, ...busy, ['Failed to copy link']]) {
    const text = translated.get(keys.get(says.replace('asha@example.org', '{{email}}')) ?? '');
    expect(text, says).toBeTruthy();
    expect(text).not.toBe(says);
  }
});
