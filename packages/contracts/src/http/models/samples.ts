import { z } from 'zod';
import { datasetDetail } from '../../domain/datasets/dataset.ts';
import { sample, sampleNames } from '../../domain/datasets/sample.ts';
import { defineRoute } from '../route.ts';

const base = { tag: 'Datasets', auth: 'session' } as const;

export const sampleRoutes = {
  list: defineRoute({
    ...base,
    id: 'listSamples',
    method: 'get',
    path: '/samples',
    summary: 'List sample tables',
    description: 'Returns the generated tables that the server offers, with their target columns.',
    status: 200,
    response: z.object({ data: z.array(sample) }),
    errors: ['UNAUTHENTICATED'],
  }),
  upload: defineRoute({
    ...base,
    id: 'uploadSample',
    method: 'post',
    path: '/samples/:name',
    summary: 'Upload a sample table',
    description:
      'Generates the table and uploads it to the workspace, as `POST /datasets/upload` does with a file. The same sample always has the same rows.',
    params: z.object({ name: z.enum(sampleNames) }),
    status: 201,
    response: datasetDetail,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'TOO_MANY_READS'],
  }),
};
