import { datasetRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { getDataset } from './get.ts';
import { listDatasets } from './list.ts';
import { policy } from './policy.ts';
import { previewDataset } from './preview.ts';
import { removeDataset } from './remove.ts';
import { uploadDataset } from './upload.ts';

export const routes = [
  route(datasetRoutes.list, policy.read, listDatasets),
  route(datasetRoutes.upload, policy.upload, uploadDataset),
  route(datasetRoutes.get, policy.read, getDataset),
  route(datasetRoutes.preview, policy.read, previewDataset),
  route(datasetRoutes.remove, policy.remove, removeDataset),
];
