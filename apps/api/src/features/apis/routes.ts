import { apiRoutes, screenRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { createApi } from './create.ts';
import { duplicateApi } from './duplicate.ts';
import { getApi } from './get.ts';
import { getApiForm } from './get-form.ts';
import { listApis } from './list.ts';
import { policy } from './policy.ts';
import { removeApi } from './remove.ts';
import { updateApi } from './update.ts';
import { updateApiByName } from './update-by-name.ts';

export const routes = [
  route(apiRoutes.list, policy.read, listApis),
  route(apiRoutes.create, policy.create, createApi),
  route(apiRoutes.get, policy.read, getApi),
  route(apiRoutes.update, policy.update, updateApi),
  route(apiRoutes.remove, policy.remove, removeApi),
  route(apiRoutes.duplicate, policy.duplicate, duplicateApi),
];

/** Mounted below /api. */
export const formRoutes = [
  route(screenRoutes.getApiForm, policy.read, getApiForm),
  route(screenRoutes.updateApiByName, policy.update, updateApiByName),
];
