import { overview } from '../../domain/apis/overview.ts';
import { defineRoute } from '../route.ts';

export const overviewRoutes = {
  get: defineRoute({
    id: 'getOverview',
    method: 'get',
    path: '/analytics/overview',
    summary: 'Totals, traffic and top APIs of the workspace',
    tag: 'Analytics',
    auth: 'session',
    status: 200,
    response: overview,
    errors: ['UNAUTHENTICATED'],
  }),
} as const;
