export { type EventRelay, eventRelay } from './relay.ts';
export { liveEventRoutes } from './routes.ts';
