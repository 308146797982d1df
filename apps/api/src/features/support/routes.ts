import { supportRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { getSupport } from './get.ts';
import { policy } from './policy.ts';

export const routes = [route(supportRoutes.get, policy.read, getSupport)];
