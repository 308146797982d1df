import { z } from 'zod';
import { dataset, datasetDetail, datasetPreview, datasetTypes } from '../domain/dataset.ts';
import { apiId, datasetId } from '../domain/ids.ts';
import { paged, pageQuery } from './paging.ts';
import { defineRoute } from './route.ts';

/** Fields beside the file. The name falls back to the file's. */
export const uploadForm = z.object({
  name: z.string().trim().min(2, 'Dataset name must be at least 2 characters').max(100),
  description: z.string().trim().max(2000).optional(),
  type: z.enum(datasetTypes).default('csv'),
  source: z.string().max(2000).optional(),
});

export const uploadFields = uploadForm.partial().extend({ apiId: apiId.optional() });

const params = z.object({ id: datasetId });
const base = { tag: 'Datasets', auth: 'session' } as const;

export const datasetRoutes = {
  list: defineRoute({
    ...base,
    id: 'listDatasets',
    method: 'get',
    path: '/datasets',
    summary: 'List datasets',
    query: pageQuery.extend({ apiId: apiId.optional(), search: z.string().max(100).optional() }),
    status: 200,
    response: paged(dataset),
    errors: ['UNAUTHENTICATED'],
  }),
  upload: defineRoute({
    ...base,
    id: 'uploadDataset',
    method: 'post',
    path: '/datasets/upload',
    summary: 'Upload a CSV, plain or gzipped; it is read in the background',
    upload: true,
    body: uploadFields,
    status: 201,
    response: dataset,
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'UPLOAD_MISSING',
      'UPLOAD_ABORTED',
      'FILE_TOO_LARGE',
      'FILE_EMPTY',
    ],
  }),
  get: defineRoute({
    ...base,
    id: 'getDataset',
    method: 'get',
    path: '/datasets/:id',
    summary: 'One dataset with its profile',
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
    summary: 'The first rows',
    params,
    status: 200,
    response: datasetPreview,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'DATASET_NOT_READY'],
  }),
  remove: defineRoute({
    ...base,
    id: 'deleteDataset',
    method: 'delete',
    path: '/datasets/:id',
    summary: 'Delete a dataset; a running training of it ends',
    params,
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
