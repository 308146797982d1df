import { analyticsRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { getApiAnalytics } from './get.ts';
import { policy } from './policy.ts';

export const routes = [route(analyticsRoutes.ofApi, policy.read, getApiAnalytics)];
