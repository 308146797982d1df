import { z } from 'zod';
import { failure } from '../errors/body.ts';
import { apiId, deploymentId, modelId } from './ids.ts';

export const deployment = z
  .object({
    id: deploymentId,
    apiId,
    modelId,
    modelName: z.string(),
    modelVersion: z.number().int(),
    status: z.enum(['live', 'candidate', 'superseded', 'withdrawn', 'failed']),
    loadMs: z.number().nullable(),
    error: failure.nullable().describe('why it failed'),
    deployedBy: z.string().nullable(),
    createdAt: z.iso.datetime(),
    retiredAt: z.iso.datetime().nullable(),
    notices: z
      .array(z.string())
      .optional()
      .describe('what callers will meet now that they did not before; told when it is deployed'),
  })
  .meta({ id: 'Deployment' });
export type Deployment = z.infer<typeof deployment>;
