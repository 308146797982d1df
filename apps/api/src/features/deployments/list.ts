import type { apiRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { presentDeployment } from './presenter.ts';
import { deploymentRepository } from './repository.ts';

export async function listDeployments(ctx: SessionContext, { params }: Input<typeof apiRoutes.deployments>) {
  const { workspaceId } = ctx.actor;
  const { id, liveDeploymentId } = await apiRepository(ctx.db, workspaceId).find(params.id);
  const rows = await deploymentRepository(ctx.db, workspaceId).listOf(id, liveDeploymentId);
  return { data: rows.map(presentDeployment) };
}
