import { z } from 'zod';
import { apiId, modelId } from '../ids.ts';
import { modelStatus } from '../status.ts';

export const learnedModel = z
  .object({
    id: modelId,
    name: z.string(),
    version: z.number().int(),
    status: modelStatus,
    deployed: z.boolean(),
    apiId,
    apiName: z.string(),
  })
  .meta({ id: 'LearnedModel' });
export type LearnedModel = z.infer<typeof learnedModel>;

export const learnedModels = z
  .object({
    data: z.array(learnedModel).max(100).describe('the first hundred: deployed ones, then the newest'),
    total: z.number().int(),
    deployed: z.number().int().describe('how many of all of them are deployed'),
  })
  .meta({ id: 'LearnedModels' });
export type LearnedModels = z.infer<typeof learnedModels>;
