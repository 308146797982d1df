import { overviewRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { getOverview } from './get.ts';
import { policy } from './policy.ts';

export const routes = [route(overviewRoutes.get, policy.read, getOverview)];
