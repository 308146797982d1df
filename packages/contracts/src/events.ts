import { z } from 'zod';
import { apiId, archiveId, datasetId, inviteId, modelId, userId } from './domain/ids.ts';
import { trainingProgress } from './domain/models/training.ts';
import { role } from './domain/people/user.ts';
import { datasetStatus, modelStatus } from './domain/status.ts';

/** What a session's event stream carries. Each names what changed, so that a client can fetch it again. */
export const liveEvent = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('dataset.changed'),
      datasetId,
      apiId: apiId.nullable(),
      status: datasetStatus,
    }),
    z.object({
      type: z.literal('dataset.progress'),
      datasetId,
      phase: z.enum(['reading', 'profiling', 'writing']),
      share: z.number().min(0).max(1).nullable(),
    }),
    z.object({ type: z.literal('dataset.linted'), datasetId }),
    z.object({ type: z.literal('dataset.deleted'), datasetId }),
    z.object({ type: z.literal('model.changed'), modelId, apiId, status: modelStatus }),
    z.object({ type: z.literal('model.progress'), modelId, apiId, progress: trainingProgress }),
    z.object({ type: z.literal('model.deleted'), modelId, apiId }),
    z
      .object({ type: z.literal('queue.changed') })
      .describe('queued trainings of the workspace have other positions: fetch them again'),
    z.object({ type: z.literal('api.changed'), apiId }),
    z.object({ type: z.literal('api.deleted'), apiId }),
    z.object({ type: z.literal('calls.logged'), apiId }),
    z.object({ type: z.literal('rollout.changed'), apiId }),
    z
      .object({ type: z.literal('memory.changed') })
      .describe('a model server has come or gone, and with it the models in its memory'),
    z
      .object({ type: z.literal('resync') })
      .describe('events were lost, so that anything may have changed: fetch all of it again'),
    z.object({ type: z.literal('key.changed'), apiId }),
    z.object({ type: z.literal('notifications.changed') }).describe('to one person: fetch theirs again'),
    z
      .object({ type: z.literal('access.changed') })
      .describe('to one person: a session or a role of theirs is another'),
    z.object({ type: z.literal('archive.changed'), archiveId }),
    z.object({ type: z.literal('member.changed'), userId, role }),
    z.object({ type: z.literal('member.removed'), userId }),
    z.object({ type: z.literal('invite.changed'), inviteId }),
    z.object({ type: z.literal('teamSettings.changed') }),
    z
      .object({ type: z.literal('mails.changed') })
      .describe('a mail of the workspace was sent or could not be'),
  ])
  .meta({ id: 'LiveEvent' });
export type LiveEvent = z.infer<typeof liveEvent>;
