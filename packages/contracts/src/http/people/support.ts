import { z } from 'zod';
import { defineRoute } from '../route.ts';

export const supportRoutes = {
  get: defineRoute({
    tag: 'Support',
    auth: 'none',
    id: 'getSupport',
    method: 'get',
    path: '/support',
    summary: 'Get the support address',
    description: 'Returns the support email address of this server, or null if none is configured.',
    status: 200,
    response: z.object({ email: z.email().nullable() }),
    errors: [],
  }),
} as const;
