import { liveEvent } from '../events.ts';
import { defineRoute } from './route.ts';

export const eventRoutes = {
  follow: defineRoute({
    id: 'followEvents',
    method: 'get',
    path: '/events',
    summary: 'What changes in the workspace, as server-sent events; resumes after Last-Event-ID',
    tag: 'Events',
    auth: 'session',
    stream: liveEvent,
    status: 200,
    errors: ['UNAUTHENTICATED'],
  }),
} as const;
