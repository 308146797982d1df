import { z } from 'zod';
import { dailyFigures } from '../../domain/apis/daily-figures.ts';
import { apiId } from '../../domain/ids.ts';
import { defineRoute } from '../route.ts';

export const analyticsRoutes = {
  ofApi: defineRoute({
    id: 'getApiAnalytics',
    method: 'get',
    path: '/analytics/apis/:id',
    summary: 'Get daily figures of an API',
    description: 'Returns calls, errors and latency per day in UTC.',
    tag: 'Analytics',
    auth: 'session',
    params: z.object({ id: apiId }),
    query: z.object({
      from: z.iso
        .date()
        .optional()
        .describe('first day; 29 days before the last where it is left out. Days go back three months'),
      to: z.iso.date().optional().describe('last day; today where it is left out'),
    }),
    status: 200,
    response: dailyFigures,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'VALIDATION_FAILED'],
  }),
} as const;
