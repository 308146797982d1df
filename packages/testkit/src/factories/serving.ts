import { defaultRolloutGates } from '@rowcast/contracts';
import { createApi, createModel } from './catalogue.ts';
import { insertRow, nextMoment, type Queryable, randomId } from './row.ts';

/** A candidate that is tried beside the stable model of an API. */
export async function createRollout(
  db: Queryable,
  given: { workspaceId: string; apiId?: string; mode?: 'canary' | 'shadow'; gates?: object },
) {
  const { workspaceId } = given;
  const apiId = given.apiId ?? (await createApi(db, { workspaceId })).id;
  const common = { workspace_id: workspaceId, api_id: apiId };
  const { id: modelId } = await createModel(db, { workspaceId, apiId });
  const { id: deploymentId } = await insertRow(db, 'deployments', {
    id: randomId('deployment'),
    ...common,
    model_id: modelId,
    status: 'candidate',
    created_at: nextMoment(),
  });
  const { id } = await insertRow(db, 'rollouts', {
    id: randomId('rollout'),
    ...common,
    deployment_id: deploymentId,
    mode: given.mode ?? 'canary',
    percent: 50,
    gates: { ...defaultRolloutGates, ...given.gates },
    status: 'running',
    started_at: nextMoment(),
  });
  return { id, apiId, modelId };
}
