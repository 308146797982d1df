import { keyRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { createKey } from './create.ts';
import { listKeys } from './list.ts';
import { policy } from './policy.ts';
import { revokeKey } from './revoke.ts';
import { rotateKey } from './rotate.ts';

export const routes = [
  route(keyRoutes.list, policy.read, listKeys),
  route(keyRoutes.create, policy.create, createKey),
  route(keyRoutes.rotate, policy.rotate, rotateKey),
  route(keyRoutes.revoke, policy.revoke, revokeKey),
];
