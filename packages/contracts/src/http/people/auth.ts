import { z } from 'zod';
import { nameText } from '../../domain/name.ts';
import { email, user } from '../../domain/people/user.ts';
import { defineRoute } from '../route.ts';

export const loginForm = z.object({ email });

const givenPassword = z.string().min(1, 'Password is required').max(200);
export const passwordLoginForm = loginForm.extend({ password: givenPassword });
const digitsOf = (text: string): number => text.replace(/\D/g, '').length;

/** Blanks and signs may group it as its owner likes: only the digits are counted. */
export const phoneNumber = z
  .string()
  .trim()
  .regex(/^[\d+\-() ]*$/, 'Please enter a valid phone number')
  .refine((text) => digitsOf(text) >= 10, 'Phone number must be at least 10 digits')
  .refine((text) => digitsOf(text) <= 15, 'Phone number must be no more than 15 digits')
  .max(40, 'Please enter a valid phone number')
  .meta({
    description: 'Required: 10 to 15 digits; blanks, +, - and brackets may group them. Kept in the profile.',
    examples: ['+91 98765 43210'],
  });

export const signupForm = z.object({
  name: nameText({ min: 2, tooShort: 'Name is required' }),
  email,
  phoneNumber,
});

export const otpCode = z
  .string()
  .length(6, 'OTP must be exactly 6 digits')
  .regex(/^\d+$/, 'OTP must be numeric')
  .meta({ examples: ['204853'] });

export const verifyForm = z.object({ email, otp: otpCode });

/** What the link of a mail carries. */
export const linkToken = z
  .string()
  .min(1)
  .max(128)
  .meta({ examples: ['kX3nQ0v1Zc8uJt5yBw7aLr2mHs9dPf4gEe6iOoTTvUU'] });

export const tokens = z.object({ token: z.string(), refreshToken: z.string(), expiresAt: z.iso.datetime() });
export const signedIn = tokens.extend({ user, mfaRequired: z.literal(false) }).meta({ id: 'SignedIn' });
export const mfaChallenge = z
  .object({
    mfaRequired: z.literal(true),
    method: z.enum(['totp', 'email']),
    mfaToken: z
      .string()
      .nullable()
      .describe('goes to /auth/mfa/verify; null when the mailed code goes to /auth/verify-otp'),
    mailbox: z.string().optional(),
  })
  .meta({ id: 'MfaChallenge' });
export const signInResult = z.union([signedIn, mfaChallenge]);
export type SignInResult = z.infer<typeof signInResult>;

export const codeSent = z
  .object({
    message: z.string(),
    mailbox: z.string().optional().describe('where this server shows its mail, if it sends none'),
  })
  .meta({ id: 'CodeSent' });

const base = { tag: 'Auth', auth: 'none' } as const;

export const authRoutes = {
  signup: defineRoute({
    ...base,
    id: 'signup',
    method: 'post',
    path: '/auth/signup',
    summary: 'Sign up',
    description:
      'Creates an account without a password and mails a one-time code. The response is the same when an account with this address exists.',
    body: signupForm,
    status: 202,
    response: codeSent,
    errors: ['VALIDATION_FAILED', 'CODE_TOO_SOON', 'RATE_LIMITED'],
  }),
  login: defineRoute({
    ...base,
    id: 'login',
    method: 'post',
    path: '/auth/login',
    summary: 'Log in',
    description:
      'Mails a one-time code. With a password, signs in directly, or asks for the second factor if one is set up.',
    body: loginForm.extend({ password: givenPassword.optional() }),
    status: 200,
    response: z.union([codeSent, signedIn, mfaChallenge]),
    errors: ['VALIDATION_FAILED', 'CREDENTIALS_WRONG', 'GUESSES_EXCEEDED', 'RATE_LIMITED'],
  }),
  resendOtp: defineRoute({
    ...base,
    id: 'resendOtp',
    method: 'post',
    path: '/auth/resend-otp',
    summary: 'Resend the one-time code',
    description: 'Mails a new code. The previous code stops working.',
    body: loginForm,
    status: 202,
    response: codeSent,
    errors: ['VALIDATION_FAILED', 'CODE_TOO_SOON', 'RATE_LIMITED'],
  }),
  verifyOtp: defineRoute({
    ...base,
    id: 'verifyOtp',
    method: 'post',
    path: '/auth/verify-otp',
    summary: 'Verify a one-time code',
    description: 'Exchanges the code from the mail for an access token and a refresh token.',
    body: verifyForm,
    status: 200,
    response: signInResult,
    errors: [
      'VALIDATION_FAILED',
      'CODE_WRONG',
      'CODE_EXPIRED',
      'CODE_ATTEMPTS_EXCEEDED',
      'GUESSES_EXCEEDED',
      'RATE_LIMITED',
    ],
  }),
  verifyEmail: defineRoute({
    ...base,
    id: 'verifyEmail',
    method: 'post',
    path: '/auth/verify-email',
    summary: 'Verify an email link',
    description: 'Exchanges the link from the mail for an access token and a refresh token.',
    body: z.object({ token: linkToken }),
    status: 200,
    response: signInResult,
    errors: ['VALIDATION_FAILED', 'LINK_EXPIRED', 'RATE_LIMITED'],
  }),
  refreshToken: defineRoute({
    ...base,
    id: 'refreshToken',
    method: 'post',
    path: '/auth/refresh-token',
    summary: 'Refresh the access token',
    description:
      'Returns new tokens and invalidates the refresh token that was sent. Reusing an old refresh token ends the session.',
    body: z.object({ refreshToken: z.string().min(1).max(512) }),
    status: 200,
    response: z.object({ data: tokens }),
    errors: ['VALIDATION_FAILED', 'REFRESH_REJECTED'],
  }),
  logout: defineRoute({
    ...base,
    auth: 'session',
    id: 'logout',
    method: 'post',
    path: '/auth/logout',
    summary: 'Log out',
    description: 'Ends the current session. Its tokens stop working at once.',
    status: 204,
    errors: ['UNAUTHENTICATED'],
  }),
  me: defineRoute({
    ...base,
    auth: 'session',
    id: 'me',
    method: 'get',
    path: '/auth/me',
    summary: 'Get the signed-in user',
    description: 'Returns the user, their workspaces and their permissions.',
    status: 200,
    response: user,
    errors: ['UNAUTHENTICATED'],
  }),
} as const;
