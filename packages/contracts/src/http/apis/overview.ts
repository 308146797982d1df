import { overview } from '../../domain/apis/overview.ts';
import { defineRoute } from '../route.ts';

export const overviewRoutes = {
  get: defineRoute({
    id: 'getOverview',
    method: 'get',
    path: '/analytics/overview',
    summary: 'Get the workspace overview',
    description: 'Returns totals, traffic and the most used APIs.',
    tag: 'Analytics',
    auth: 'session',
    status: 200,
    response: overview,
    errors: ['UNAUTHENTICATED'],
  }),
} as const;
