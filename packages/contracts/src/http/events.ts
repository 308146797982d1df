import { liveEvent } from '../events.ts';
import { defineRoute } from './route.ts';

export const eventRoutes = {
  follow: defineRoute({
    id: 'followEvents',
    method: 'get',
    path: '/events',
    summary: 'Follow workspace events',
    description: 'Streams changes as server-sent events. Resumes after the Last-Event-ID header.',
    tag: 'Events',
    auth: 'session',
    stream: liveEvent,
    status: 200,
    errors: ['UNAUTHENTICATED'],
  }),
} as const;
