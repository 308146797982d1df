import { datasetRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { exportDataset } from './export.ts';
import { getDataset } from './get.ts';
import { lintDataset } from './lint/lint.ts';
import { listDatasets } from './list.ts';
import { listModelsOf } from './models.ts';
import { policy } from './policy.ts';
import { previewDataset } from './preview.ts';
import { pullDataset } from './pull.ts';
import { removeDataset } from './remove.ts';
import { uploadDataset } from './upload.ts';
import { cleanDataset } from './versions/clean.ts';
import { createVersion } from './versions/create-version.ts';
import { listVersions } from './versions/list.ts';
import { updateSchema } from './versions/update-schema.ts';

export const routes = [
  route(datasetRoutes.list, policy.read, listDatasets),
  route(datasetRoutes.upload, policy.upload, uploadDataset),
  route(datasetRoutes.pull, policy.upload, pullDataset),
  route(datasetRoutes.get, policy.read, getDataset),
  route(datasetRoutes.preview, policy.read, previewDataset),
  route(datasetRoutes.export, policy.read, exportDataset),
  route(datasetRoutes.versions, policy.read, listVersions),
  route(datasetRoutes.createVersion, policy.change, createVersion),
  route(datasetRoutes.clean, policy.change, cleanDataset),
  route(datasetRoutes.updateSchema, policy.change, updateSchema),
  route(datasetRoutes.lint, policy.read, lintDataset),
  route(datasetRoutes.models, policy.read, listModelsOf),
  route(datasetRoutes.remove, policy.remove, removeDataset),
];
