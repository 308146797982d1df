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
    summary: 'How this account proves who is there, and until when it did',
    status: 200,
    response: proofState,
    errors: ['UNAUTHENTICATED'],
  }),
  sendCode: defineRoute({
    ...base,
    id: 'sendProofCode',
    method: 'post',
    path: '/auth/proof/code',
    summary: 'Mail a code for a proof',
    status: 202,
    response: codeSent,
    errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
  give: defineRoute({
    ...base,
    id: 'giveProof',
    method: 'post',
    path: '/auth/proof',
    summary: 'Prove who is there; what cannot be undone is allowed for ten minutes',
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
