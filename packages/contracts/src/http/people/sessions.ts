import { z } from 'zod';
import { sessionId } from '../../domain/ids.ts';
import { session } from '../../domain/people/session.ts';
import { defineRoute } from '../route.ts';

const base = { tag: 'Auth', auth: 'session' } as const;

export const sessionRoutes = {
  list: defineRoute({
    ...base,
    id: 'listSessions',
    method: 'get',
    path: '/auth/sessions',
    summary: 'List your sessions',
    description: 'Returns the open sessions of this account, the current one first.',
    status: 200,
    response: z.object({ data: z.array(session) }),
    errors: ['UNAUTHENTICATED'],
  }),
  revoke: defineRoute({
    ...base,
    id: 'revokeSession',
    method: 'post',
    path: '/auth/sessions/revoke',
    summary: 'Revoke sessions',
    description: 'Ends one session, or all sessions but the current one.',
    body: z
      .object({ sessionId: sessionId.optional(), others: z.literal(true).optional() })
      .refine(({ sessionId, others }) => (sessionId === undefined) !== (others === undefined), {
        path: ['sessionId'],
        message: 'Specify one session, or all others',
      })
      .meta({ examples: [{ others: true }] }),
    status: 204,
    errors: ['UNAUTHENTICATED', 'VALIDATION_FAILED', 'NOT_FOUND'],
  }),
} as const;
