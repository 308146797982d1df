import { z } from 'zod';
import { releaseCheck, releaseCheckResult } from '../../domain/apis/release-check.ts';
import { apiId, modelId } from '../../domain/ids.ts';
import { defineRoute } from '../route.ts';
import { loadErrors } from './deploy-errors.ts';

export const releaseCheckRoutes = {
  run: defineRoute({
    tag: 'Rollouts',
    auth: 'session',
    id: 'runReleaseChecks',
    method: 'post',
    path: '/apis/:id/release-checks',
    summary: 'Run release checks',
    description:
      "Runs the API's release checks, or those that are sent, on one of its models. Nothing is deployed.",
    params: z.object({ id: apiId }),
    body: z.object({ modelId: modelId.optional(), checks: z.array(releaseCheck).max(50).optional() }),
    status: 200,
    response: z.object({ data: z.array(z.object({ check: releaseCheck, result: releaseCheckResult })) }),
    errors: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'API_NOT_DEPLOYED',
      'MODEL_NOT_READY',
      ...loadErrors,
    ],
  }),
} as const;
