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
    summary: "Try an API's release checks, or others, on one of its models (the deployed one by default)",
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
