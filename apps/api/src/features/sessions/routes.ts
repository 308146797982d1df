import { sessionRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { listSessions } from './list.ts';
import { policy } from './policy.ts';
import { revokeSession } from './revoke.ts';

export const routes = [
  route(sessionRoutes.list, policy.list, listSessions),
  route(sessionRoutes.revoke, policy.revoke, revokeSession),
];
