import { z } from 'zod';
import { orderedLevels, pinnedType, recipe } from '../../domain/datasets/cleaning-recipe.ts';
import { dataset, datasetDetail, datasetPreview, datasetTypes } from '../../domain/datasets/dataset.ts';
import { tableLint } from '../../domain/datasets/lint.ts';
import { apiId, datasetId } from '../../domain/ids.ts';
import { learnedModels } from '../../domain/models/models-of-dataset.ts';
import { nameText } from '../../domain/name.ts';
import { datasetStatuses } from '../../domain/status.ts';
import { paged, pageQuery, sortOrder } from '../paging.ts';
import { defineRoute } from '../route.ts';

/** Fields beside the file. Name and type fall back to the file's. */
export const uploadForm = z.object({
  name: nameText({ min: 2, tooShort: 'Dataset name must be at least 2 characters' }),
  description: z.string().trim().max(2000).optional(),
  type: z.enum(datasetTypes).default('csv'),
  source: z.string().max(2000).optional(),
});

export const uploadFields = uploadForm
  .omit({ source: true })
  .partial()
  .extend({ type: z.enum(datasetTypes).optional(), apiId: apiId.optional() });

export const exportFormats = ['csv', 'json', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** In place of a file: where the server fetches it. */
export const pullForm = uploadForm.pick({ description: true }).extend({
  name: uploadForm.shape.name.optional(),
  source: z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' }).max(2000),
  type: z.literal('integration').optional(),
  apiId: apiId.optional(),
});

export const datasetSorts = ['uploaded', 'name', 'status', 'rows', 'columns', 'size'] as const;
export type DatasetSort = (typeof datasetSorts)[number];

const listDatasetsQuery = pageQuery.extend({
  apiId: apiId.optional(),
  search: z.string().max(100).optional(),
  status: z.enum(['all', ...datasetStatuses]).default('all'),
  sort: z.enum(datasetSorts).default('uploaded'),
  order: sortOrder,
});

const params = z.object({ id: datasetId });
const versionErrors = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'VALIDATION_FAILED',
  'COLUMN_NOT_FOUND',
  'DATASET_NOT_READY',
  'ORIGINAL_DELETED',
  'TOO_MANY_READS',
] as const;
const base = { tag: 'Datasets', auth: 'session' } as const;

export const datasetRoutes = {
  list: defineRoute({
    ...base,
    id: 'listDatasets',
    method: 'get',
    path: '/datasets',
    summary: 'List datasets',
    description: 'Returns a page of datasets. Supports search, filters and sorting.',
    query: listDatasetsQuery,
    status: 200,
    response: paged(dataset),
    errors: ['UNAUTHENTICATED'],
  }),
  upload: defineRoute({
    ...base,
    id: 'uploadDataset',
    method: 'post',
    path: '/datasets/upload',
    summary: 'Upload a dataset',
    description:
      'Accepts CSV, JSON, Excel or Parquet. The file is ingested in the background; poll the dataset or follow the events for its status.',
    upload: true,
    body: uploadFields,
    status: 201,
    response: datasetDetail,
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'UPLOAD_MISSING',
      'UPLOAD_ABORTED',
      'FILE_TOO_LARGE',
      'FILE_EMPTY',
      'TOO_MANY_READS',
    ],
  }),
  pull: defineRoute({
    ...base,
    id: 'pullDataset',
    method: 'post',
    path: '/datasets/pull',
    summary: 'Import a dataset from a URL',
    description: 'Downloads a public file and ingests it in the background.',
    body: pullForm,
    status: 201,
    response: datasetDetail,
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'ADDRESS_REFUSED',
      'TOO_MANY_READS',
    ],
  }),
  get: defineRoute({
    ...base,
    id: 'getDataset',
    method: 'get',
    path: '/datasets/:id',
    summary: 'Get a dataset',
    description: 'Returns the dataset with its column profile.',
    params,
    status: 200,
    response: datasetDetail,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  preview: defineRoute({
    ...base,
    id: 'previewDataset',
    method: 'get',
    path: '/datasets/:id/preview',
    summary: 'Preview a dataset',
    description: 'Returns the first rows.',
    params,
    status: 200,
    response: datasetPreview,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'DATASET_NOT_READY'],
  }),
  export: defineRoute({
    ...base,
    id: 'exportDataset',
    method: 'get',
    path: '/datasets/:id/export',
    summary: 'Export a dataset',
    description: 'Returns the ingested and cleaned table as CSV, JSON or Parquet.',
    params,
    query: z.object({
      format: z.enum(exportFormats).default('csv'),
      spreadsheet: z
        .stringbool()
        .default(false)
        .describe(
          'for CSV that people open in a spreadsheet: text that it would run as a formula gets a leading apostrophe',
        ),
    }),
    status: 200,
    download: ['text/csv', 'application/json', 'application/vnd.apache.parquet'],
    made: true,
    errors: [
      'UNAUTHENTICATED',
      'NOT_FOUND',
      'DATASET_NOT_READY',
      'DATASET_UNREADABLE',
      'STORED_DATA_DAMAGED',
      'EXPORT_UNDER_WAY',
      'EXPORTS_BUSY',
    ],
  }),
  versions: defineRoute({
    ...base,
    id: 'listDatasetVersions',
    method: 'get',
    path: '/datasets/:id/versions',
    summary: 'List versions of a dataset',
    description: 'Returns the original upload and the newest 200 versions derived from it, newest first.',
    params,
    status: 200,
    response: z.object({ data: z.array(dataset) }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  createVersion: defineRoute({
    ...base,
    id: 'createDatasetVersion',
    method: 'post',
    path: '/datasets/:id/versions',
    summary: 'Create a dataset version',
    description:
      'Ingests the original file again and applies the cleaning recipe. The original stays unchanged.',
    params,
    body: z.object({ recipe }),
    status: 201,
    response: datasetDetail,
    errors: versionErrors,
  }),
  clean: defineRoute({
    ...base,
    id: 'cleanDataset',
    method: 'post',
    path: '/datasets/:id/clean',
    summary: 'Clean a dataset',
    description:
      'Creates a version with the recipe that is sent, or with the fixes that the findings suggest.',
    params,
    body: z.object({ recipe: recipe.optional() }),
    status: 201,
    response: datasetDetail,
    errors: [...versionErrors, 'DATASET_UNREADABLE'],
  }),
  updateSchema: defineRoute({
    ...base,
    id: 'updateDatasetSchema',
    method: 'patch',
    path: '/datasets/:id/schema',
    summary: 'Change column types',
    description: 'Ingests the original file again with the given types and creates a new version.',
    params,
    body: z
      .object({
        types: z.record(z.string().min(1), pinnedType),
        levels: z
          .record(z.string().min(1), orderedLevels)
          .optional()
          .describe('by column, the order of those that become ordered categories'),
      })
      .refine(
        ({ types, levels = {} }) => Object.keys(levels).every((column) => types[column] === 'ordinal'),
        { path: ['levels'], error: 'Only ordered categories can have an order of values' },
      ),
    status: 201,
    response: datasetDetail,
    errors: versionErrors,
  }),
  lint: defineRoute({
    ...base,
    id: 'lintDataset',
    method: 'get',
    path: '/datasets/:id/lint',
    summary: 'Check a dataset before training',
    description:
      'Returns data quality findings, such as leakage, duplicates and outliers. With a target, also returns findings about it.',
    params,
    query: z.object({
      target: z.string().min(1).optional(),
      again: z
        .enum(['true'])
        .optional()
        .describe('begins one that failed repeated at once, and not only after a minute'),
    }),
    status: 200,
    response: tableLint,
    errors: [
      'UNAUTHENTICATED',
      'NOT_FOUND',
      'DATASET_NOT_READY',
      'TARGET_NOT_FOUND',
      'TOO_MANY_LOOK_THROUGHS',
    ],
  }),
  models: defineRoute({
    ...base,
    id: 'listModelsOfDataset',
    method: 'get',
    path: '/datasets/:id/models',
    summary: 'List models trained on a dataset',
    description: 'Returns the models trained on this version. They stay when the dataset is deleted.',
    params,
    status: 200,
    response: learnedModels,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  remove: defineRoute({
    ...base,
    id: 'deleteDataset',
    method: 'delete',
    path: '/datasets/:id',
    summary: 'Delete a dataset',
    description: 'Ends a running training on it. Models trained on it stay.',
    params,
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
