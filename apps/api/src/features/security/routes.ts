import { accountSecurityRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { getSecurity } from './get.ts';
import { listActivity } from './list-activity.ts';
import { listSecurityLog } from './list-log.ts';
import { policy } from './policy.ts';

export const routes = [
  route(accountSecurityRoutes.get, policy.get, getSecurity),
  route(accountSecurityRoutes.securityLog, policy.securityLog, listSecurityLog),
  route(accountSecurityRoutes.activityLog, policy.activityLog, listActivity),
];
