import type { apiRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { presentDeployment } from './presenter.ts';
import { deploymentRepository } from './repository.ts';

export async function listDeployments(ctx: SessionContext, { params }: Input<typeof apiRoutes.deployments>) {
  const repository = deploymentRepository(ctx.db, ctx.actor.workspaceId);
  await repository.findApi(params.id);
  return { data: (await repository.listOf(params.id)).map(presentDeployment) };
}
