import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { otpCode, signedIn } from './auth.ts';

export const recoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()).describe('shown this once; each works once') })
  .meta({ id: 'RecoveryCodes' });

export const mfaSetup = z
  .object({
    secret: z.string().describe('base32, for authenticators without a camera'),
    uri: z.string().describe('otpauth address that the QR code holds'),
    qrCode: z.string().describe('SVG image as a data URL'),
  })
  .meta({ id: 'MfaSetup' });

export const totpForm = z.object({ code: otpCode });

/** Six digits of the authenticator, or a recovery code. */
export const mfaCode = z
  .string()
  .trim()
  .regex(
    /^(\d{6}|[a-z2-7]{5}-?[a-z2-7]{5})$/i,
    'Enter the 6-digit code from your authenticator app, or a recovery code',
  );

const base = { tag: 'Auth', auth: 'session' } as const;

export const mfaRoutes = {
  setup: defineRoute({
    ...base,
    id: 'setupMfa',
    method: 'post',
    path: '/auth/mfa/setup',
    summary: 'Set up an authenticator app',
    description:
      'The first call returns the secret. The second call, with a code from the app, turns the second factor on and returns recovery codes. Requires a recent proof of identity.',
    proof: true,
    body: totpForm.partial(),
    status: 200,
    response: z.union([mfaSetup, recoveryCodes]),
    errors: [
      'UNAUTHENTICATED',
      'VALIDATION_FAILED',
      'MFA_ALREADY_ON',
      'MFA_NOT_STARTED',
      'MFA_CODE_WRONG',
      'MFA_LOCKED',
    ],
  }),
  verify: defineRoute({
    ...base,
    auth: 'none',
    id: 'verifyMfa',
    method: 'post',
    path: '/auth/mfa/verify',
    summary: 'Verify the second factor',
    description: 'Completes a login with a code from the authenticator app or a recovery code.',
    body: z.object({ mfaToken: z.string().min(1).max(2_000), code: mfaCode }),
    status: 200,
    response: signedIn,
    errors: ['VALIDATION_FAILED', 'MFA_CODE_WRONG', 'MFA_LOCKED', 'MFA_TOKEN_EXPIRED', 'RATE_LIMITED'],
  }),
  disable: defineRoute({
    ...base,
    id: 'disableMfa',
    method: 'post',
    path: '/auth/mfa/disable',
    summary: 'Turn off the authenticator app',
    description: 'Its recovery codes stop working. Requires a recent proof of identity.',
    proof: true,
    status: 204,
    errors: ['UNAUTHENTICATED'],
  }),
  renewRecoveryCodes: defineRoute({
    ...base,
    id: 'renewRecoveryCodes',
    method: 'post',
    path: '/auth/mfa/recovery-codes',
    summary: 'Create new recovery codes',
    description: 'The previous codes stop working. Requires a recent proof of identity.',
    proof: true,
    status: 200,
    response: recoveryCodes,
    errors: ['UNAUTHENTICATED', 'MFA_NOT_STARTED'],
  }),
} as const;
