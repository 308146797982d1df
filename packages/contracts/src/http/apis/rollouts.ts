import { z } from 'zod';
import {
  defaultPercent,
  defaultRolloutGates,
  rollout,
  rolloutGates,
  rolloutModes,
  rolloutSplits,
  shadowAnswer,
} from '../../domain/apis/rollout.ts';
import { apiId, modelId, rolloutId } from '../../domain/ids.ts';
import { defineRoute } from '../route.ts';
import { deployErrors } from './deploy-errors.ts';

const percent = z.number().int().min(0).max(100);

export const startRolloutBody = z.object({
  modelId,
  mode: z.enum(rolloutModes),
  percent: percent
    .optional()
    .describe(
      `share of the requests or keys; ${defaultPercent.canary} for a canary and ${defaultPercent.shadow} for a shadow where left out`,
    ),
  splitBy: z
    .enum(rolloutSplits)
    .default('request')
    .describe('with key, a key keeps its model as the share grows'),
  gates: rolloutGates.partial().default(defaultRolloutGates),
});

export const changeRolloutBody = z
  .object({
    mode: z.enum(rolloutModes),
    percent,
    splitBy: z.enum(rolloutSplits),
    gates: rolloutGates.partial(),
  })
  .partial();

const params = z.object({ id: apiId });
const base = { tag: 'Rollouts', auth: 'session', params } as const;
const refusals = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] as const;

export const rolloutRoutes = {
  list: defineRoute({
    ...base,
    id: 'listRollouts',
    method: 'get',
    path: '/apis/:id/rollouts',
    summary: 'List rollouts',
    description: 'Returns the rollouts of an API, newest first.',
    status: 200,
    response: z.object({ data: z.array(rollout) }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  start: defineRoute({
    ...base,
    id: 'startRollout',
    method: 'post',
    path: '/apis/:id/rollouts',
    summary: 'Start a rollout',
    description:
      'Sends a share of the requests or keys to a candidate model (canary), or mirrors it to the candidate (shadow).',
    body: startRolloutBody,
    status: 201,
    response: rollout,
    errors: [
      ...deployErrors,
      'API_NOT_DEPLOYED',
      'ROLLOUT_RUNNING',
      'ROLLOUT_SAME_MODEL',
      'ROLLOUT_OTHER_QUESTION',
      'VALIDATION_FAILED',
    ],
  }),
  change: defineRoute({
    ...base,
    id: 'changeRollout',
    method: 'patch',
    path: '/apis/:id/rollout',
    summary: 'Change a rollout',
    description:
      'Changes the share, its unit, the mode or the gates of the running rollout. A new mode starts with its default share.',
    body: changeRolloutBody,
    status: 200,
    response: rollout,
    errors: [...refusals, 'VALIDATION_FAILED', 'NO_ROLLOUT'],
  }),
  promote: defineRoute({
    ...base,
    id: 'promoteRollout',
    method: 'post',
    path: '/apis/:id/rollout/promote',
    summary: 'Promote the candidate',
    description: 'Makes the candidate the stable model and ends the rollout.',
    status: 200,
    response: rollout,
    errors: [...deployErrors, 'NO_ROLLOUT'],
  }),
  stop: defineRoute({
    ...base,
    id: 'stopRollout',
    method: 'delete',
    path: '/apis/:id/rollout',
    summary: 'Stop a rollout',
    description: 'Ends the rollout. All calls go to the stable model at once.',
    status: 200,
    response: rollout,
    errors: [...refusals, 'NO_ROLLOUT'],
  }),
  differences: defineRoute({
    ...base,
    id: 'listShadowAnswers',
    method: 'get',
    path: '/apis/:id/rollouts/:rolloutId/differences',
    summary: 'List shadow differences',
    description:
      "Returns mirrored calls whose predictions differ from the candidate's, row by row, newest first.",
    params: params.extend({ rolloutId }),
    status: 200,
    response: z.object({ data: z.array(shadowAnswer) }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
} as const;
