import { z } from 'zod';
import { apiId, auditId } from '../ids.ts';

/** What members tell each other about; who signed in from where is not in it. */
export const activityActions = {
  work: [
    'api.created',
    'api.duplicated',
    'api.updated',
    'api.deleted',
    'api.deployed',
    'api.rolled_back',
    'api.deployment_failed',
    'dataset.uploaded',
    'dataset.pulled',
    'dataset.version_created',
    'dataset.deleted',
    'model.training_started',
    'model.training_stopped',
    'model.training_finished',
    'model.training_failed',
    'model.renamed',
    'model.deleted',
    'rollout.started',
    'rollout.changed',
    'rollout.promoted',
    'rollout.stopped',
    'rollout.rolled_back',
    'key.created',
    'key.rotated',
    'key.revoked',
    'key.reassigned',
    'test_case.created',
    'test_case.deleted',
  ],
  team: ['member.joined', 'member.role_changed', 'member.removed', 'member.left', 'workspace.handed_over'],
} as const;
export type ActivityAction = (typeof activityActions)[keyof typeof activityActions][number];

export const activityKinds = ['all', 'work', 'team'] as const;

export const activityEntry = z
  .object({
    id: auditId,
    action: z.enum([...activityActions.work, ...activityActions.team]),
    actor: z
      .string()
      .nullable()
      .describe('name of who did it; null when the product did, or the account is gone'),
    subject: z.string().nullable().describe('name of what it was done to'),
    apiId: apiId.nullable().describe('the API that it belongs to'),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.infer<typeof activityEntry>;
