import { z } from 'zod';
import { apiId, modelId } from '../ids.ts';
import { oddValues } from '../predictions/field-policies.ts';
import { costMatrix } from '../predictions/prediction-options.ts';
import { modelStatus } from '../status.ts';
import { releaseCheck } from './release-check.ts';

export const apiStatuses = ['draft', 'training', 'active', 'deprecated'] as const;
export const apiStatus = z.enum(apiStatuses).meta({ id: 'ApiStatus' });
export type ApiStatus = z.infer<typeof apiStatus>;

export const apiTypes = ['prediction', 'classification', 'regression', 'custom'] as const;
export const apiType = z.enum(apiTypes).meta({ id: 'ApiType' });

export const environments = ['development', 'staging', 'production'] as const;
export const environment = z.enum(environments).meta({ id: 'Environment' });

export const corsOrigins = z
  .string()
  .trim()
  .max(2_000)
  .regex(
    /^(\*|https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*)$/,
    'Enter * or origins such as https://app.example.com, separated by commas',
  )
  .describe('* or a list of origins, separated by commas');

export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'Enter a currency code such as INR or EUR');
export const defaultCurrency = 'INR';

const logFields = z
  .record(z.string().min(1).max(500), z.enum(['show', 'hide']))
  .refine((fields) => Object.keys(fields).length <= 500, 'Choose at most 500 fields');
export type LogFields = z.infer<typeof logFields>;

export const apiSettings = z
  .object({
    environment,
    rateLimitEnabled: z.boolean(),
    rateLimitRequests: z.number().int().min(1).max(1_000_000),
    rateLimitWindow: z.number().int().min(1).max(86_400).describe('seconds'),
    autoScaling: z.boolean(),
    requestTimeout: z.number().int().min(1).max(300).describe('seconds'),
    loggingEnabled: z.boolean().describe('store request and response bodies in the request log'),
    replayEnabled: z
      .boolean()
      .optional()
      .describe('keep logged request bodies encrypted, so that calls can be replayed; true by default'),
    logFields: logFields
      .optional()
      .describe('fields that the request log shows or masks, whatever the profile says about them'),
    logRetentionDays: z.number().int().min(1).max(365),
    corsEnabled: z.boolean(),
    corsOrigins,
    inputPolicy: z
      .enum(['lenient', 'strict'])
      .describe('strict rejects rows that lenient accepts with a warning'),
    oddValues: oddValues.optional(),
    errorDetail: z.enum(['full', 'redacted']).describe('redacted omits field names from errors'),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .nullish()
      .describe(
        'with two classes, the positive class is returned when its probability is at least this value, unless a request overrides it',
      ),
    costs: costMatrix.nullish(),
    decideBy: z
      .enum(['threshold', 'costs'])
      .nullish()
      .describe(
        'which rule decides if both a threshold and costs are set; costs by default. With a threshold, the costs only price its errors',
      ),
    currency: currencyCode
      .optional()
      .describe('ISO 4217 code of the currency in which costs are shown; INR by default'),
    releaseChecks: z
      .array(releaseCheck)
      .max(50)
      .optional()
      .describe('checks that a model must pass before it is deployed or used as a candidate'),
  })
  .meta({ id: 'ApiSettings' });
export type ApiSettings = z.infer<typeof apiSettings>;

export const defaultApiSettings: ApiSettings = {
  environment: 'production',
  rateLimitEnabled: true,
  rateLimitRequests: 1000,
  rateLimitWindow: 3600,
  autoScaling: false,
  requestTimeout: 30,
  loggingEnabled: true,
  replayEnabled: true,
  logRetentionDays: 30,
  corsEnabled: true,
  corsOrigins: '*',
  inputPolicy: 'lenient',
  errorDetail: 'full',
};

export const apiUsage = z
  .object({
    calls: z.number().int().describe('answered calls since the API was made'),
    callsThisMonth: z.number().int().describe('requests that count towards the plan'),
    limit: z.number().int().nullable().describe('monthly limit of the plan; null if unlimited'),
    callsLast30Days: z.number().int(),
    callsLast24Hours: z.number().int().describe('in hourly sums: the current hour and the 23 before'),
    errors: z.number().int(),
    errorRate: z.number().describe('share of requests with a 5xx response, 0 to 1'),
    latencyMs: z.number().nullable().describe('median of the last 24 h with calls'),
    latencyP95Ms: z.number().nullable(),
  })
  .meta({ id: 'ApiUsage' });

export const apiModel = z
  .object({
    id: modelId,
    name: z.string(),
    version: z.number().int(),
    status: modelStatus,
    metric: z.string().nullable(),
    score: z.number().nullable().describe('primary metric on held-out rows'),
    accuracy: z
      .number()
      .nullable()
      .describe('share of held-out rows classified correctly; null for regression'),
  })
  .meta({ id: 'ApiModel' });

export const apiService = z
  .object({
    state: z
      .enum(['loaded', 'unloaded', 'too_large', 'unknown'])
      .describe(
        'too_large: the model needs more memory than a model server has; unknown: no model server is reachable',
      ),
    coldStartMs: z
      .number()
      .nullable()
      .describe('duration of the last model load, which delays the first request after an unload'),
    idleSeconds: z.number().nullable().describe('time since the last prediction'),
    unloadsAfterSeconds: z
      .number()
      .nullable()
      .describe('idle time after which the model is unloaded; null if never'),
  })
  .meta({ id: 'ApiService', description: 'Whether the deployed model is in memory.' });
export type ApiService = z.infer<typeof apiService>;

export const api = z
  .object({
    id: apiId,
    name: z.string(),
    description: z.string(),
    type: apiType,
    template: z.string().nullable(),
    status: apiStatus,
    enabled: z.boolean(),
    sunset: z.iso.date().nullish().describe('date from which a deprecated API may stop responding'),
    version: z.string().describe('version of the deployed model, such as v3; v0 before the first deployment'),
    settings: apiSettings,
    usage: apiUsage,
    model: apiModel.nullable().describe('the deployed model, else the newest one'),
    teamMembers: z.number().int(),
    integrations: z.number().int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Api' });
export type Api = z.infer<typeof api>;
