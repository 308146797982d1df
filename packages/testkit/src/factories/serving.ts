import { defaultRolloutGates } from '@rowcast/contracts';
import { createApi, createModel } from './catalogue.ts';
import { insertRow, nextMoment, type Queryable, randomId } from './row.ts';

/** Of a model to its API, which it answers for where it is live. */
export async function createDeployment(
  db: Queryable,
  given: { workspaceId: string; apiId: string; modelId: string; status?: 'live' | 'candidate' },
) {
  const { workspaceId, apiId, modelId, status = 'live' } = given;
  const deployment = await insertRow(db, 'deployments', {
    id: randomId('deployment'),
    workspace_id: workspaceId,
    api_id: apiId,
    model_id: modelId,
    status,
    created_at: nextMoment(),
  });
  if (status === 'live')
    await db.query('update apis set live_deployment_id = $2 where id = $1', [apiId, deployment.id]);
  return deployment;
}

/** A candidate that is tried beside the stable model of an API. */
export async function createRollout(
  db: Queryable,
  given: { workspaceId: string; apiId?: string; mode?: 'canary' | 'shadow'; gates?: object },
) {
  const { workspaceId } = given;
  const apiId = given.apiId ?? (await createApi(db, { workspaceId })).id;
  const { id: modelId } = await createModel(db, { workspaceId, apiId });
  const candidate = { workspaceId, apiId, modelId, status: 'candidate' } as const;
  const { id: deploymentId } = await createDeployment(db, candidate);
  const { id } = await insertRow(db, 'rollouts', {
    id: randomId('rollout'),
    workspace_id: workspaceId,
    api_id: apiId,
    deployment_id: deploymentId,
    mode: given.mode ?? 'canary',
    percent: 50,
    gates: { ...defaultRolloutGates, ...given.gates },
    status: 'running',
    started_at: nextMoment(),
  });
  return { id, apiId, modelId };
}
