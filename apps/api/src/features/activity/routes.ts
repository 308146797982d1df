import { activityRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { listActivity } from './list.ts';
import { policy } from './policy.ts';

export const routes = [route(activityRoutes.list, policy.read, listActivity)];
