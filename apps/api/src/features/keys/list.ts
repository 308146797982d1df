import type { keyRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { presentKey } from './presenter.ts';
import { keyRepository } from './repository.ts';

export async function listKeys(ctx: SessionContext, { params }: Input<typeof keyRoutes.list>) {
  const { workspaceId } = ctx.actor;
  await apiRepository(ctx.db, workspaceId).find(params.id);
  const rows = await keyRepository(ctx.db, workspaceId).listOf(params.id);
  return { data: rows.map(presentKey) };
}
