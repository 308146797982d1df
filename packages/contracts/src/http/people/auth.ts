import { z } from 'zod';
import { email, isOneLine, user } from '../../domain/people/user.ts';
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
  name: z.string().trim().min(2, 'Name is required').max(100).refine(isOneLine, 'Write the name in one line'),
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
    summary: 'Sign up without a password; a one-time code is sent by mail, also to who has an account',
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
    summary: 'Send a one-time code by mail; or, with a password, sign in',
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
    summary: 'Send a new code; the old one stops working',
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
    summary: 'Exchange a code for tokens',
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
    summary: 'Exchange the link of the mail that carried a code for tokens',
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
    summary: 'Rotate the refresh token',
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
    summary: 'End this session',
    status: 204,
    errors: ['UNAUTHENTICATED'],
  }),
  me: defineRoute({
    ...base,
    auth: 'session',
    id: 'me',
    method: 'get',
    path: '/auth/me',
    summary: 'The signed-in user',
    status: 200,
    response: user,
    errors: ['UNAUTHENTICATED'],
  }),
} as const;
