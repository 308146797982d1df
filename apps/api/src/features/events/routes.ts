import { eventRoutes } from '@rowcast/contracts';
import { type FeatureRoute, route } from '../../platform/route.ts';
import { followEvents } from './follow.ts';
import { policy } from './policy.ts';
import type { EventRelay } from './relay.ts';

export const liveEventRoutes = (relay: EventRelay, heartbeatMs: number): FeatureRoute[] => [
  route(eventRoutes.follow, policy.follow, followEvents(relay, heartbeatMs)),
];
