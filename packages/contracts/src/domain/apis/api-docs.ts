import { z } from 'zod';
import { apiId } from '../ids.ts';
import { fieldSchema } from '../models/report.ts';
import { task } from '../models/training.ts';
import { oddActions } from '../predictions/field-policies.ts';
import { apiStatus } from './api.ts';

const action = z.enum(oddActions);

export const documentedField = z
  .object({
    ...fieldSchema.shape,
    type: z.enum(['integer', 'number', 'boolean', 'string']).describe('in JSON'),
    actions: z
      .object({
        null: action.nullable().describe('null: read as a gap of the training table was'),
        missing: action.nullable(),
        type: action.nullable(),
        unseen: action.nullable().describe('null where it cannot happen to the field'),
        range: action.nullable().describe('null where it cannot happen to the field'),
      })
      .describe('what becomes of odd values, unless a call says otherwise'),
    said: z.string().describe('the same in English, as in the OpenAPI document'),
  })
  .meta({ id: 'DocumentedField' });
export type DocumentedField = z.infer<typeof documentedField>;

export const documentedError = z
  .object({
    status: z.number().int(),
    code: z.string(),
    message: z.string(),
    request: z.string().nullable().describe('the body that was sent for it; null where it is not the cause'),
    body: z.unknown().describe('what was answered'),
  })
  .meta({ id: 'DocumentedError' });
export type DocumentedError = z.infer<typeof documentedError>;

export const documentedOptions = [
  'interval',
  'topK',
  'threshold',
  'costs',
  'explain',
  'counterfactual',
] as const;

export const apiDocs = z
  .object({
    apiId,
    name: z.string(),
    description: z.string(),
    status: apiStatus,
    enabled: z.boolean(),
    sunset: z.iso.date().nullable().describe('of a deprecated API: from when on it may no longer answer'),
    version: z.string().describe('of the deployed model, such as v3'),
    target: z.string(),
    task,
    labels: z.array(z.string()).describe('the classes; empty for numbers'),
    address: z.string(),
    paths: z.object({ predict: z.string(), stream: z.string(), infer: z.string(), openapi: z.string() }),
    fields: z.array(documentedField),
    extra: action.describe('what becomes of fields that the model does not read'),
    options: z.array(z.enum(documentedOptions)).describe('what a call may ask for besides'),
    request: z.object({ instances: z.array(z.record(z.string(), z.unknown())) }),
    answer: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('what the model answered to that; null while it cannot be asked'),
    errors: z.array(documentedError),
    limits: z.object({
      requests: z.number().int().nullable().describe('of the API in a window; null without a limit'),
      windowSeconds: z.number().int(),
      callsPerMonth: z.number().int().nullable().describe('of the plan; null without a limit'),
      timeoutSeconds: z.number().int(),
      rows: z.number().int(),
      bytes: z.number().int(),
    }),
    askedAt: z.iso.datetime().describe('when the model was asked for the examples'),
  })
  .meta({
    id: 'ApiDocs',
    description: 'What a program needs to know of an API, with answers of its own model.',
  });
export type ApiDocs = z.infer<typeof apiDocs>;
