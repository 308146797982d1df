import { z } from 'zod';
import { securitySettings } from '../../domain/people/settings.ts';
import { email } from '../../domain/people/user.ts';
import { defineRoute } from '../route.ts';
import { codeSent, linkToken, loginForm, otpCode, signInResult } from './auth.ts';

export const newPassword = z.string().min(8, 'Password must be at least 8 characters').max(200);

const changePasswordBody = z.object({
  currentPassword: z.string().min(1, 'Current password is required').max(200),
  newPassword,
});

/** The whole form of the security screen may be sent. */
const otherSettings = securitySettings.partial().shape;
const elsewhere = 'not changed by this call, but by PUT /settings/security';

const confirmed = {
  path: ['confirmPassword'],
  message: "Passwords don't match",
};
type Confirmed = { newPassword: string; confirmPassword?: string | undefined };
const isConfirmed = ({ newPassword, confirmPassword = newPassword }: Confirmed) =>
  newPassword === confirmPassword;
const secondTyping = z.string().max(200).optional();

/** The forms of the console; the second typing of a password stays there. */
export const changePasswordForm = changePasswordBody
  .extend({ confirmPassword: z.string() })
  .refine(isConfirmed, confirmed);
export const resetByLinkForm = z
  .object({ newPassword, confirmPassword: z.string() })
  .refine(isConfirmed, confirmed);
export const resetByCodeForm = z
  .object({ otp: otpCode, newPassword, confirmPassword: z.string() })
  .refine(isConfirmed, confirmed);

const base = { tag: 'Auth', auth: 'none' } as const;

export const passwordRoutes = {
  forgot: defineRoute({
    ...base,
    id: 'forgotPassword',
    method: 'post',
    path: '/auth/forgot-password',
    summary: 'Request a password reset',
    description: 'Mails a link and a code. The response is the same when no account has this address.',
    body: loginForm,
    status: 202,
    response: codeSent,
    errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  }),
  reset: defineRoute({
    ...base,
    id: 'resetPassword',
    method: 'post',
    path: '/auth/reset-password',
    summary: 'Reset the password',
    description: 'Sets a new password with the link or the code from the mail. All other sessions end.',
    body: z
      .object({
        token: linkToken.optional(),
        email: email.optional(),
        otp: otpCode.optional(),
        newPassword,
        confirmPassword: secondTyping,
      })
      .refine(isConfirmed, confirmed)
      .refine(({ token, email, otp }) => token || (email && otp), {
        path: ['token'],
        message: 'Send the token from the link, or the email and the code',
      }),
    status: 200,
    response: signInResult,
    errors: [
      'VALIDATION_FAILED',
      'LINK_EXPIRED',
      'CODE_WRONG',
      'CODE_EXPIRED',
      'CODE_ATTEMPTS_EXCEEDED',
      'GUESSES_EXCEEDED',
      'RATE_LIMITED',
    ],
  }),
  change: defineRoute({
    ...base,
    auth: 'session',
    id: 'changePassword',
    method: 'post',
    path: '/auth/change-password',
    summary: 'Change the password',
    description: 'Requires the current password. All other sessions end.',
    body: changePasswordBody
      .extend({
        confirmPassword: secondTyping,
        twoFactorEnabled: otherSettings.twoFactorEnabled.describe(elsewhere),
        sessionTimeout: otherSettings.sessionTimeout.describe(elsewhere),
      })
      .refine(isConfirmed, confirmed),
    status: 200,
    response: z.object({ message: z.string() }),
    errors: ['UNAUTHENTICATED', 'VALIDATION_FAILED', 'PASSWORD_WRONG', 'PASSWORD_NOT_SET', 'RATE_LIMITED'],
  }),
} as const;
