import { z } from 'zod';
import { failure } from '../../errors/body.ts';
import { apiId, deploymentId, modelId } from '../ids.ts';

export const deployChange = z
  .object({
    kind: z.enum([
      'target',
      'task',
      'classes',
      'field_added',
      'field_added_required',
      'field_removed',
      'field_type',
      'field_required',
      'decision_left_out',
      'costs_incomplete',
      'threshold_moved',
      'odd_values_passed_over',
    ]),
    field: z.string().nullable().describe("null for changes of the response or of the API's settings"),
    before: z
      .string()
      .nullable()
      .describe(
        'of settings passed over the fields that they name, of costs the classes that they do not; the first five',
      ),
    after: z
      .string()
      .nullable()
      .describe('of a new field its kind, of costs how many classes they lack, as "5 / 8"'),
    message: z.string(),
  })
  .meta({ id: 'DeployChange', description: 'A change that affects callers of the API.' });
export type DeployChange = z.infer<typeof deployChange>;

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
    warnings: z
      .array(deployChange)
      .optional()
      .describe(
        'differences from the fields and predictions of the previous model, and API settings that no longer apply; set at deployment',
      ),
  })
  .meta({ id: 'Deployment' });
export type Deployment = z.infer<typeof deployment>;
