import { z } from 'zod';
import { defineRoute } from '../route.ts';

export const supportRoutes = {
  get: defineRoute({
    tag: 'Support',
    auth: 'none',
    id: 'getSupport',
    method: 'get',
    path: '/support',
    summary: 'Where people write for help; null where this server names no address',
    status: 200,
    response: z.object({ email: z.email().nullable() }),
    errors: [],
  }),
} as const;
