import { docsRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { exportApiDocs } from './export.ts';
import { generateApiDocs, getApiDocs } from './get.ts';
import { policy } from './policy.ts';

export const routes = [
  route(docsRoutes.get, policy.read, getApiDocs),
  route(docsRoutes.generate, policy.generate, generateApiDocs),
  route(docsRoutes.export, policy.read, exportApiDocs),
];
