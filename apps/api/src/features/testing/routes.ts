import { apiRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { policy } from './policy.ts';
import { testEndpoint } from './test-endpoint.ts';

export const routes = [route(apiRoutes.testEndpoint, policy.test, testEndpoint)];
