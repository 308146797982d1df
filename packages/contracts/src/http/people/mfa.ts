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
    'Enter the 6 digits of your authenticator, or a recovery code',
  );

const base = { tag: 'Auth', auth: 'session' } as const;

export const mfaRoutes = {
  setup: defineRoute({
    ...base,
    id: 'setupMfa',
    method: 'post',
    path: '/auth/mfa/setup',
    summary: 'Begin to set up an authenticator; with its first code, switch it on',
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
    summary: 'Finish a login with a code of the authenticator or a recovery code',
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
    summary: 'Switch the authenticator off; its recovery codes stop working',
    proof: true,
    status: 204,
    errors: ['UNAUTHENTICATED'],
  }),
  renewRecoveryCodes: defineRoute({
    ...base,
    id: 'renewRecoveryCodes',
    method: 'post',
    path: '/auth/mfa/recovery-codes',
    summary: 'Make new recovery codes; the old ones stop working',
    proof: true,
    status: 200,
    response: recoveryCodes,
    errors: ['UNAUTHENTICATED', 'MFA_NOT_STARTED'],
  }),
} as const;
