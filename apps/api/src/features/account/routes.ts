import { accountRoutes, userRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { downloadArchive, listArchives, requestArchive } from './archives.ts';
import { getAccountContents } from './contents.ts';
import { exportAccount } from './export.ts';
import { policy } from './policy.ts';
import { deleteAccount } from './remove.ts';

export const routes = [
  route(accountRoutes.contents, policy.own, getAccountContents),
  route(accountRoutes.exportJson, policy.own, exportAccount),
  route(accountRoutes.listArchives, policy.own, listArchives),
  route(accountRoutes.requestArchive, policy.own, requestArchive),
  route(accountRoutes.downloadArchive, policy.own, downloadArchive),
];

export const screenRoutes = [route(userRoutes.remove, policy.own, deleteAccount)];
