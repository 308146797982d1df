import { sampleRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { listSamples } from './list.ts';
import { policy } from './policy.ts';
import { uploadSample } from './upload.ts';

export const routes = [
  route(sampleRoutes.list, policy.read, listSamples),
  route(sampleRoutes.upload, policy.upload, uploadSample),
];
