import { RowcastError, type releaseCheckRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { deploymentRepository } from './repository.ts';

/** Refuses a model, loaded already, that does not hold what its API asks of its models. */
export async function holdToChecks(
  ctx: Pick<SessionContext, 'db' | 'modelServer'> & { actor: { workspaceId: string } },
  apiId: string,
  bundleHash: string,
): Promise<void> {
  const { settings } = await apiRepository(ctx.db, ctx.actor.workspaceId).find(apiId);
  const checks = settings.releaseChecks ?? [];
  if (checks.length === 0) return;
  const results = await ctx.modelServer.check(bundleHash, checks);
  const fields = checks.flatMap(({ field }, at) => {
    const result = results[at];
    if (result?.holds) return [];
    return [
      { field, message: result?.message ?? 'The model server did not return a result for this check.' },
    ];
  });
  const [first] = fields;
  if (!first) return;
  const more = fields.length > 1 ? ` (${fields.length - 1} more under fields)` : '';
  throw new RowcastError('RELEASE_CHECK_FAILED', {
    message: `The model was not deployed: ${first.message}${more}`,
    fields,
  });
}

/** Tries checks without consequences. */
export async function runReleaseChecks(
  ctx: SessionContext,
  { params, body }: Input<typeof releaseCheckRoutes.run>,
) {
  const { workspaceId } = ctx.actor;
  const { settings, liveDeploymentId } = await apiRepository(ctx.db, workspaceId).find(params.id);
  const repository = deploymentRepository(ctx.db, workspaceId);
  const modelId = body.modelId ?? (liveDeploymentId && (await repository.view(liveDeploymentId)).model.id);
  if (!modelId) throw new RowcastError('API_NOT_DEPLOYED');
  const model = await repository.findModel(modelId);
  if (model.apiId !== params.id) throw new RowcastError('NOT_FOUND');
  if (model.status !== 'ready' || !model.bundleHash) throw new RowcastError('MODEL_NOT_READY');
  const checks = body.checks ?? settings.releaseChecks ?? [];
  const results = checks.length > 0 ? await ctx.modelServer.check(model.bundleHash, checks) : [];
  return { data: results.flatMap((result, at) => (checks[at] ? [{ check: checks[at], result }] : [])) };
}
