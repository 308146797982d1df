import { z } from 'zod';
import { apiId, datasetId } from '../ids.ts';
import { apiStatus } from './api.ts';

export const trafficPoint = z
  .object({
    at: z.iso.datetime(),
    calls: z.number().int(),
    errors: z.number().int(),
    latencyMs: z.number().nullable(),
  })
  .meta({ id: 'TrafficPoint' });

export const apiSummary = z
  .object({
    id: apiId,
    name: z.string(),
    requests: z.number().int(),
    responseTimeMs: z.number().nullable(),
    uptime: z.number().nullable().describe('share of calls not answered with 5xx, 0 to 1'),
    growth: z.number().nullable().describe('change against the 7 days before, -1 to ∞'),
    status: apiStatus,
    enabled: z.boolean(),
  })
  .meta({ id: 'ApiSummary' });

export const overview = z
  .object({
    totalApis: z.number().int(),
    activeApis: z.number().int(),
    totalRequests: z.number().int(),
    avgResponseMs: z.number().nullable(),
    uptime: z.number().nullable(),
    traffic: z.array(trafficPoint).describe('one point an hour for the last 24 h'),
    topApis: z.array(apiSummary),
    checklist: z.object({
      createdApi: z.boolean(),
      uploadedDataset: z.boolean(),
      trainedModel: z.boolean(),
      deployed: z.boolean(),
      calledEndpoint: z.boolean(),
      latestApiId: apiId.nullable(),
      latestDatasetId: datasetId.nullable().describe('newest dataset that is ready'),
    }),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overview>;
