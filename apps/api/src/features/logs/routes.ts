import { logRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { getLog, listLogFields, listLogs } from './list.ts';
import { policy } from './policy.ts';
import { replayLog } from './replay.ts';

export const routes = [
  route(logRoutes.list, policy.read, listLogs),
  route(logRoutes.fields, policy.read, listLogFields),
  route(logRoutes.get, policy.read, getLog),
  route(logRoutes.replay, policy.replay, replayLog),
];
