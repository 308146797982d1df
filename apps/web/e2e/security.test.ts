import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { mailed } from './support/mailbox.ts';
import { Person } from './support/person.ts';

let asha: Person;
/** The same account in another browser. */
let laptop: Person;
const password = 'three blue herons';
let recoveryCodes: string[] = [];
let totp: TOTP;

beforeAll(async () => {
  asha = await Person.arrives('asha');
  laptop = await Person.arrives('asha-laptop');
});
afterAll(async () => {
  await asha?.leaves();
  await laptop?.leaves();
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await asha.isSeen('security-failed');
  await laptop.isSeen('security-failed-laptop');
});

const settings = async (person: Person) => {
  const me = new URL(person.page.url()).pathname.split('/')[1];
  await person.goesTo(`/${me}/settings?tab=security`);
  await person.page.getByRole('heading', { name: 'Security log' }).waitFor();
};
const logout = async (page: Page) => {
  await page.evaluate(() => localStorage.clear());
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/login');
};

describe('a person guards their account', () => {
  it('signs up by the link of the mail', async () => {
    const { page } = asha;
    await page.goto('/signup');
    await page.getByLabel('Name').fill('Asha Rao');
    await page.getByLabel('Email').fill(asha.email);
    const phone = page.getByLabel('Phone Number');
    for (const [typed, grouped] of [
      ['+49 1512 3456789', '+49 1512 3456789'],
      ['+34612345678', '+34 612 34 56 78'],
    ] as const) {
      await phone.press('ControlOrMeta+a');
      await phone.pressSequentially(typed);
      expect(await phone.inputValue()).toBe(grouped);
    }
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByRole('heading', { name: 'Verify Your Account' }).waitFor();
    const link = await mailed(asha.email, (mails) => mails.find((mail) => mail.link)?.link);
    expect(link).toContain(`${inject('address')}/verify-email#token=`);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Verify your email' }).waitFor();
    expect(page.url()).not.toContain('token');
    await asha.fits('verify-email');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Email verified successfully!').waitFor();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.goto(link);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('This link has expired or was already used.').waitFor();
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });

  it('sees what is wrong with a password, and sets a first one', async () => {
    const { page } = asha;
    await settings(asha);
    await asha.fits('settings-security');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Current password is required').waitFor();
    await page.getByText('Password must be at least 8 characters').waitFor();
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill('something else');
    await page.getByText("Passwords don't match").waitFor();
    const used = await asha.newestCode();
    await page.getByRole('button', { name: 'Set a password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code from the email').fill(await asha.newestCode(used));
    await dialog.getByLabel('New password', { exact: true }).fill(password);
    await dialog.getByLabel('Confirm new password').fill(password);
    await asha.isAccessible();
    await asha.isSeen('set-password');
    await dialog.getByRole('button', { name: 'Set a password' }).click();
    await page.getByText('Password reset successfully!').waitFor();
    await page.getByText(/^Last changed on/).waitFor();
    await page.getByRole('cell', { name: 'Password set' }).waitFor();
  });

  it('sets up an authenticator by its QR code and keeps the recovery codes', async () => {
    const { page } = asha;
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await dialog.locator('pre').textContent())?.trim() ?? '';
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    totp = new TOTP({ secret });
    await asha.fits('mfa-setup');
    await dialog.getByLabel('Six-digit code').fill(totp.generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('MFA setup completed successfully!').waitFor();
    recoveryCodes = ((await dialog.locator('pre').textContent()) ?? '').trim().split('\n');
    expect(recoveryCodes).toHaveLength(10);
    await asha.fits('recovery-codes');
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();
  });

  it('logs in with the password and the authenticator', async () => {
    const { page } = asha;
    await logout(page);
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    await page.getByLabel('Email').fill(asha.email);
    await page.getByLabel('Password').fill('not the password');
    await asha.fits('login-password');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText('The email or password is wrong.').first().waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await page.getByLabel('Authenticator code').fill('abc');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Enter the 6-digit code from your authenticator app').waitFor();
    await page.getByLabel('Authenticator code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await asha.fits('verify-mfa');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });

  it('logs in elsewhere with a mailed code and a recovery code', async () => {
    const { page } = laptop;
    const used = await asha.newestCode();
    await page.goto('/login');
    await page.getByLabel('Email').fill(asha.email);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await page.getByRole('heading', { name: 'Verify Your Account' }).waitFor();
    await laptop.entersCode(await asha.newestCode(used));
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await page.getByLabel('Authenticator code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  });

  it('ends that session, which is signed out at once', async () => {
    const { page } = asha;
    await settings(asha);
    await page.getByText('9 recovery codes left.').waitFor();
    await page.getByRole('cell', { name: 'Recovery code used' }).first().waitFor();
    await page.getByRole('cell', { name: 'Wrong password entered' }).waitFor();
    await asha.fits('settings-security-on');
    await page.getByRole('button', { name: 'End', exact: true }).first().click();
    await page.getByText('Session ended.').waitFor();
    await laptop.page.waitForURL(/\/login/, { timeout: 10_000 });
    await laptop.page.getByText('Session expired. Please login again.').first().waitFor();
  });

  it('chooses how long sessions last and switches the authenticator off', async () => {
    const { page } = asha;
    await asha.selects('Session timeout', '8 hours');
    await page.getByText('Security settings updated successfully!').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Authenticator app turned off.').waitFor();
    await page.getByRole('cell', { name: 'Authenticator app turned off' }).waitFor();
  });

  it('forgets the password and sets another by mail', async () => {
    const { page } = asha;
    await logout(page);
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
    await asha.fits('forgot-password');
    await page.getByLabel('Email').fill(asha.email);
    await page.getByRole('button', { name: 'Send reset email' }).click();
    await page.getByText('Password reset email sent!').waitFor();
    await page.getByRole('heading', { name: 'Set a password' }).waitFor();
    await asha.fits('reset-password');
  });

  it('and gets an explanation for a truncated link', async () => {
    const { page } = asha;
    await page.goto('/help');
    await page.goto('/reset-password#token=kX3nQ0v');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText(/^This link is incomplete/).waitFor();
    await asha.fits('reset-useless');
    await page.getByRole('link', { name: 'Request a new email' }).click();
    await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
  });
});
