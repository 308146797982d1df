import { RowcastError } from '@rowcast/contracts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { apiRepository } from '../apis/index.ts';
import { holdToChecks } from './release-checks.ts';
import { deploymentRepository, type ModelRow } from './repository.ts';

/** A member who deploys, or nobody if the product rolls back automatically. */
export interface Publisher extends Services {
  requestId: string;
  actor: { workspaceId: string; userId: string | null };
}

/** Not a fault of the bundle, so no deployment of it failed. */
const passing: readonly string[] = ['MODEL_SERVER_UNAVAILABLE', 'MODEL_SERVER_BUSY'];

async function recordFailure(
  ctx: Publisher,
  { apiId, id: modelId, name, version }: ModelRow,
  { code, message, fields }: RowcastError,
): Promise<void> {
  const { workspaceId, userId } = ctx.actor;
  await transact(ctx, async ({ db, publish, audit, notify }) => {
    await deploymentRepository(db, workspaceId).insert({
      id: newId('deployment'),
      workspaceId,
      apiId,
      modelId,
      status: 'failed',
      error: { code, message, ...(fields && { fields }) },
      deployedBy: userId,
      createdAt: ctx.clock.now(),
    });
    const after = { model: name, version, modelId };
    audit({ action: 'api.deployment_failed', targetType: 'api', targetId: apiId, after });
    const audience = { workspaceId, permission: 'Monitor' } as const;
    notify(audience, 'deployment.failed', { model: name, version }, `/apis/${apiId}/versions`);
    publish(workspaceId, { type: 'api.changed', apiId });
  });
}

/** Names the API that the model is of; one that is not there for the caller is not there here either. */
async function refuseOfOther(ctx: Publisher, apiId: string, model: ModelRow): Promise<never> {
  const apis = apiRepository(ctx.db, ctx.actor.workspaceId);
  await apis.find(apiId);
  const { id, name } = await apis.find(model.apiId);
  const message = `This model belongs to another API, "${name}" (${id}). Choose a model of this API, or use that API.`;
  throw RowcastError.at('VALIDATION_FAILED', 'modelId', message);
}

interface Loading {
  apiId?: string | undefined;
  /** Going back to what has served is never held up by what was asked of models since. */
  isChecked?: boolean;
}

/** A model of this API, verified, loaded and tried on its golden rows by the model server, and held to its API's checks. */
export async function loadModel(ctx: Publisher, modelId: string, { apiId, isChecked = true }: Loading = {}) {
  const model = await deploymentRepository(ctx.db, ctx.actor.workspaceId).findModel(modelId);
  if (apiId && model.apiId !== apiId) await refuseOfOther(ctx, apiId, model);
  if (model.status !== 'ready' || !model.bundleHash) throw new RowcastError('MODEL_NOT_READY');
  try {
    const { loadMs } = await ctx.modelServer.load(model.bundleHash, ctx.requestId);
    if (isChecked) await holdToChecks(ctx, model.apiId, model.bundleHash);
    return { model, loadMs };
  } catch (error) {
    if (error instanceof RowcastError && !passing.includes(error.code))
      await recordFailure(ctx, model, error);
    throw error;
  }
}
