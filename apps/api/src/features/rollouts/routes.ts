import { rolloutRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { changeRollout } from './change.ts';
import { promoteRollout, stopRollout } from './end.ts';
import { listDifferences, listRollouts } from './list.ts';
import { policy } from './policy.ts';
import { startRollout } from './start.ts';

export const routes = [
  route(rolloutRoutes.list, policy.read, listRollouts),
  route(rolloutRoutes.start, policy.change, startRollout),
  route(rolloutRoutes.change, policy.change, changeRollout),
  route(rolloutRoutes.promote, policy.change, promoteRollout),
  route(rolloutRoutes.stop, policy.change, stopRollout),
  route(rolloutRoutes.differences, policy.read, listDifferences),
];
