import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { codeSent } from './auth.ts';
import { mfaCode } from './mfa.ts';

export const proofMethod = z.enum(['totp', 'password', 'email']);

const proofState = z
  .object({
    methods: z.array(proofMethod).describe('any one of them proves who is there'),
    provedUntil: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ProofState' });

const base = { tag: 'Auth', auth: 'session' } as const;

export const proofRoutes = {
  get: defineRoute({
    ...base,
    id: 'getProof',
    method: 'get',
    path: '/auth/proof',
    summary: 'Get the state of identity proof',
    description: 'Returns how this account can prove its identity, and until when the last proof is valid.',
    status: 200,
    response: proofState,
    errors: ['UNAUTHENTICATED'],
  }),
  sendCode: defineRoute({
    ...base,
    id: 'sendProofCode',
    method: 'post',
    path: '/auth/proof/code',
    summary: 'Send a proof code',
    description: 'Mails a code for accounts that have neither a password nor an authenticator app.',
    status: 202,
    response: codeSent,
    errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
  give: defineRoute({
    ...base,
    id: 'giveProof',
    method: 'post',
    path: '/auth/proof',
    summary: 'Prove your identity',
    description: 'Accepts a password or a code. Sensitive calls are allowed for the next ten minutes.',
    body: z.discriminatedUnion('method', [
      z.object({
        method: z.literal('password'),
        password: z.string().min(1, 'Password is required').max(200),
      }),
      z.object({ method: z.enum(['totp', 'email']), code: mfaCode }),
    ]),
    status: 200,
    response: proofState,
    errors: [
      'UNAUTHENTICATED',
      'VALIDATION_FAILED',
      'PASSWORD_WRONG',
      'CODE_WRONG',
      'CODE_EXPIRED',
      'CODE_ATTEMPTS_EXCEEDED',
      'GUESSES_EXCEEDED',
      'MFA_CODE_WRONG',
      'MFA_LOCKED',
      'RATE_LIMITED',
    ],
  }),
} as const;
