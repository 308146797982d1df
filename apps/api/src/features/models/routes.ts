import { modelRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { downloadBundle } from './bundle.ts';
import { createModel } from './create.ts';
import { getModel } from './get.ts';
import { listModels } from './list.ts';
import { policy } from './policy.ts';
import { removeModel } from './remove.ts';
import { renameModel } from './rename.ts';
import { downloadReport } from './report.ts';
import { estimateTraining } from './training/estimate.ts';
import { stopModel } from './training/stop.ts';
import { trainModel } from './training/train.ts';
import { uploadModel } from './upload.ts';

export const routes = [
  route(modelRoutes.list, policy.read, listModels),
  route(modelRoutes.create, policy.create, createModel),
  route(modelRoutes.estimate, policy.read, estimateTraining),
  route(modelRoutes.upload, policy.create, uploadModel),
  route(modelRoutes.get, policy.read, getModel),
  route(modelRoutes.bundle, policy.read, downloadBundle),
  route(modelRoutes.report, policy.read, downloadReport),
  route(modelRoutes.train, policy.train, trainModel),
  route(modelRoutes.stop, policy.stop, stopModel),
  route(modelRoutes.rename, policy.rename, renameModel),
  route(modelRoutes.remove, policy.remove, removeModel),
];
