import { z } from 'zod';
import { recipe } from './domain/datasets/cleaning-recipe.ts';
import { lintReport } from './domain/datasets/lint.ts';
import { tableProfile } from './domain/datasets/profile.ts';
import { apiId, archiveId, datasetId, jobId, modelId, workspaceId } from './domain/ids.ts';
import { modelMetrics } from './domain/models/model.ts';
import { report } from './domain/models/report.ts';
import { trainingConfig, trainingProgress } from './domain/models/training.ts';
import { mailKind } from './domain/people/mail.ts';
import { failure } from './errors/body.ts';

export const queuePrefix = '{rowcast}';
export const queueNames = [
  'pull',
  'ingest',
  'lint',
  'train',
  'mail',
  'push',
  'archive',
  'erase',
  'maintenance',
  'scrub',
] as const;
export type QueueName = (typeof queueNames)[number];

/** Processes that work behind the queue. Each sets its key again and again, so that a dead one is known by its absence. */
export const hearts = ['worker', 'jobs'] as const;
export type Heart = (typeof hearts)[number];
export const aliveKey = (heart: Heart) => `rowcast:alive:${heart}`;
export const aliveSeconds = 15;

/** Sorted set of the processes that run jobs, each a `processSlots` scored by the second at which it expires. */
export const slotsKey = 'rowcast:slots';
export const processSlots = z
  .object({
    process: z.string(),
    slots: z.partialRecord(z.enum(queueNames), z.number().int().min(0)),
  })
  .meta({ id: 'ProcessSlots', description: 'How many jobs of each queue a process runs at the same time.' });

/** Channel for stopping a running job; the message is a stopMessage. */
export const stopChannel = 'rowcast:stop';
export const stopMessage = z
  .object({ jobId, mode: z.enum(['keep_best', 'discard']) })
  .meta({ id: 'StopMessage' });

export const pullPayload = z
  .object({ jobId, datasetId, requestId: z.string() })
  .meta({ id: 'PullPayload', description: 'The address itself stands in the database alone.' });

export const pullResult = z
  .discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('ready'), sizeBytes: z.number().int(), sha256: z.string() }),
    z.object({ outcome: z.literal('error'), error: failure }),
  ])
  .meta({ id: 'PullResult' });
export type PullResult = z.infer<typeof pullResult>;

export const ingestPayload = z
  .object({
    jobId,
    datasetId,
    sourceKey: z.string(),
    tableKey: z.string(),
    rejectsKey: z.string(),
    profileKey: z
      .string()
      .describe('where the worker writes the TableProfile that training reads its pinned types from'),
    filename: z.string(),
    recipe: recipe.optional(),
    maxInflatedBytes: z.number().int(),
    requestId: z.string(),
  })
  .meta({ id: 'IngestPayload' });

export const ingestResult = z
  .discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('ready'),
      profile: tableProfile,
      preview: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string().nullable())) }),
      seconds: z.number(),
    }),
    z.object({ outcome: z.literal('error'), error: failure }),
  ])
  .meta({ id: 'IngestResult' });
export type IngestResult = z.infer<typeof ingestResult>;

export const ingestProgress = z
  .object({ phase: z.enum(['reading', 'profiling', 'writing']), share: z.number().nullable() })
  .meta({ id: 'IngestProgress' });

export const lintPayload = z
  .object({
    jobId,
    datasetId,
    tableKey: z.string(),
    profileKey: z.string(),
    target: z.string().nullable(),
    requestId: z.string(),
  })
  .meta({ id: 'LintPayload' });

export const lintResult = z
  .discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('ready'), report: lintReport }),
    z.object({ outcome: z.literal('error'), error: failure }),
  ])
  .meta({ id: 'LintResult' });

/** What is known before the findings. */
export const lintProgress = lintReport;

export const trainPayload = z
  .object({
    jobId,
    modelId,
    apiId,
    datasetId,
    tableKey: z.string(),
    profileKey: z.string(),
    config: trainingConfig,
    onnxKey: z.string().optional().describe('where the uploaded model lies'),
    pace: z.number().optional().describe('of earlier trainings here, for the estimate'),
    requestId: z.string(),
  })
  .meta({ id: 'TrainPayload' });

export const trainResult = z
  .discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('ready'),
      bundleHash: z.string(),
      bundleKey: z.string(),
      bundleBytes: z.number().int(),
      report,
      accuracy: z.number().nullable(),
      metrics: modelMetrics,
    }),
    z.object({ outcome: z.literal('error'), error: failure }),
    z.object({ outcome: z.literal('cancelled'), error: failure }),
  ])
  .meta({ id: 'TrainResult' });
export type TrainResult = z.infer<typeof trainResult>;

export const trainProgress = trainingProgress;

export const mailPayload = z
  .object({ jobId: z.string(), mailId: z.string(), kind: mailKind.optional() })
  .meta({ id: 'MailPayload' });

export const archivePayload = z.object({ jobId, archiveId }).meta({ id: 'ArchivePayload' });
export const archiveResult = z.object({ sizeBytes: z.number().int() }).meta({ id: 'ArchiveResult' });

/** What is left of an account, or of an API, once its rows are gone. */
export const erasePayload = z
  .object({
    jobId,
    workspaceIds: z.array(workspaceId),
    apiIds: z.array(apiId),
    datasetIds: z.array(datasetId),
    keyIds: z.array(z.string()).optional().describe('whose answers are kept for calls that are repeated'),
    keys: z.array(z.string()).describe('of objects that lie alone'),
  })
  .meta({ id: 'ErasePayload' });

export const pushPayload = z
  .object({ jobId: z.string(), notificationId: z.string() })
  .meta({ id: 'PushPayload' });

/** What each queue carries: payload, result and, where there is one, progress. */
export const queues = {
  pull: { payload: pullPayload, result: pullResult },
  ingest: { payload: ingestPayload, result: ingestResult, progress: ingestProgress },
  lint: { payload: lintPayload, result: lintResult, progress: lintProgress },
  train: { payload: trainPayload, result: trainResult, progress: trainProgress },
  mail: { payload: mailPayload },
  push: { payload: pushPayload },
  archive: { payload: archivePayload, result: archiveResult },
  erase: { payload: erasePayload },
} as const;
