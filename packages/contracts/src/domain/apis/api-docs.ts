import { z } from 'zod';
import { apiId } from '../ids.ts';
import { fieldSchema } from '../models/report.ts';
import { task } from '../models/training.ts';
import { fieldActions } from '../predictions/field-policies.ts';
import { apiStatus } from './api.ts';

const action = z.enum(fieldActions);

export const documentedField = z
  .object({
    ...fieldSchema.shape,
    type: z.enum(['integer', 'number', 'boolean', 'string']).describe('in JSON'),
    actions: z
      .object({
        null: action.nullable().describe('null: treated as a missing value in training'),
        missing: action.nullable(),
        type: action.nullable(),
        unseen: action.nullable().describe('null where it does not apply to the field'),
        range: action.nullable().describe('null where it does not apply to the field'),
      })
      .describe('how unexpected values are handled, unless a call overrides it'),
    said: z.string().describe('the same as an English sentence, as in the OpenAPI document'),
  })
  .meta({ id: 'DocumentedField' });
export type DocumentedField = z.infer<typeof documentedField>;

export const documentedError = z
  .object({
    status: z.number().int(),
    code: z.string(),
    message: z.string(),
    request: z
      .string()
      .nullable()
      .describe('the request body that caused it; null if the body is not the cause'),
    body: z.unknown().describe('the response body'),
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
    sunset: z.iso.date().nullable().describe('date from which a deprecated API may stop responding'),
    version: z.string().describe('of the deployed model, such as v3'),
    target: z.string(),
    task,
    labels: z.array(z.string()).describe('the classes; empty for numbers'),
    address: z.string(),
    paths: z.object({ predict: z.string(), stream: z.string(), infer: z.string(), openapi: z.string() }),
    fields: z.array(documentedField),
    extra: action.describe('how fields that the model does not use are handled'),
    options: z.array(z.enum(documentedOptions)).describe('options that a call can set'),
    request: z.object({ instances: z.array(z.record(z.string(), z.unknown())) }),
    answer: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('the response to that request; null while the model is unreachable'),
    errors: z.array(documentedError),
    limits: z.object({
      requests: z.number().int().nullable().describe('rate limit of the API per window; null if unlimited'),
      windowSeconds: z.number().int(),
      callsPerMonth: z.number().int().nullable().describe('quota of the plan; null if unlimited'),
      timeoutSeconds: z.number().int(),
      rows: z.number().int(),
      bytes: z.number().int(),
    }),
    askedAt: z.iso.datetime().describe('when the examples were generated'),
  })
  .meta({
    id: 'ApiDocs',
    description: 'How to call an API, with example responses from its deployed model.',
  });
export type ApiDocs = z.infer<typeof apiDocs>;
