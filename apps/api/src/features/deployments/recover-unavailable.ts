import { RowcastError } from '@rowcast/contracts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import { isUnusable } from '../../platform/model-server/unusable-bundle.ts';
import {
  beginRecovery,
  forgetRecovery,
  takeUnavailableModels,
} from '../../platform/redis/unavailable-models.ts';
import type { Services } from '../../platform/services.ts';
import { repeat } from '../../platform/time/repeat.ts';
import { changesFor } from './contract-changes.ts';
import { deploymentRepository, type LiveModel, liveModelOf } from './repository.ts';
import { type EndCandidate, publishModel } from './switch-traffic.ts';

const intervalMs = 2_000;

/** Whether the model is damaged or missing, and not only its server busy or away. */
async function isDamaged({ modelServer }: Services, bundleHash: string, requestId: string): Promise<boolean> {
  try {
    await modelServer.load(bundleHash, requestId);
    return false;
  } catch (error) {
    return error instanceof RowcastError && isUnusable(error.code);
  }
}

/** The earlier deployment that may serve without confirmation: its callers would notice no difference in the contract. */
async function fallbackOf({ db }: Services, live: LiveModel) {
  const repository = deploymentRepository(db, live.workspaceId);
  const previous = await repository.previous(live.apiId, live.model.id);
  const model = previous && (await repository.findModel(previous.modelId));
  if (!model || changesFor(live.settings, live.model.report, model.report).length > 0) return null;
  return previous;
}

async function recover(services: Services, endCandidate: EndCandidate, apiId: string): Promise<void> {
  const live = await liveModelOf(services.db, apiId);
  if (!live?.model.bundleHash || !(await beginRecovery(services.redis, live.deploymentId))) return;
  const requestId = newId('request');
  const { workspaceId, apiName, deploymentId, model } = live;
  if (!(await isDamaged(services, live.model.bundleHash, requestId))) {
    await forgetRecovery(services.redis, deploymentId);
    return;
  }
  services.log.error({ apiId, modelId: model.id, requestId }, 'deployed model cannot be loaded');
  const params = { api: apiName, version: model.version };
  await transact(services, async ({ notify }) =>
    notify({ workspaceId, permission: 'Monitor' }, 'model.unavailable', params, `/apis/${apiId}/versions`),
  );
  const backTo = await fallbackOf(services, live);
  if (!backTo) return;
  const publisher = { ...services, requestId, actor: { workspaceId, userId: null } };
  await publishModel(publisher, backTo.modelId, { endCandidate, apiId, backTo, backFrom: deploymentId });
}

/** Notifies the members of APIs whose model cannot be loaded, and rolls these APIs back if they may. */
export async function recoverUnavailableModels(
  services: Services,
  endCandidate: EndCandidate,
): Promise<void> {
  for (const apiId of await takeUnavailableModels(services.redis))
    await recover(services, endCandidate, apiId).catch((err: Error) =>
      services.log.error({ apiId, err }, 'API not rolled back'),
    );
}

export const watchUnavailableModels = (
  services: Services,
  endCandidate: EndCandidate,
): (() => Promise<void>) =>
  repeat({ every: intervalMs, log: services.log, what: 'recovering unavailable models' }, () =>
    recoverUnavailableModels(services, endCandidate),
  );
