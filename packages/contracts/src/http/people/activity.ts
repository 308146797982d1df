import { z } from 'zod';
import { activityEntry, activityKinds } from '../../domain/people/activity.ts';
import { defineRoute } from '../route.ts';

export const activityRoutes = {
  list: defineRoute({
    id: 'listActivity',
    method: 'get',
    path: '/activity',
    summary: 'List workspace activity',
    description: 'Returns recent changes by members of the workspace, newest first.',
    tag: 'Activity',
    auth: 'session',
    query: z.object({
      kind: z.enum(activityKinds).default('all'),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z.coerce.number().int().min(1).optional().describe('the nextCursor of the page before'),
    }),
    status: 200,
    response: z.object({ data: z.array(activityEntry), nextCursor: z.number().int().nullable() }),
    errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
  }),
} as const;
