import { RowcastError, type rolloutRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { rolloutFigures } from './figures.repository.ts';
import { presentRollout, presentShadowAnswer } from './presenter.ts';
import { rolloutRepository } from './repository.ts';

/** The running one with the figures of this moment. */
export async function listRollouts(ctx: SessionContext, { params }: Input<typeof rolloutRoutes.list>) {
  const { workspaceId } = ctx.actor;
  await apiRepository(ctx.db, workspaceId).find(params.id);
  const rows = await rolloutRepository(ctx.db, workspaceId).listOf(params.id);
  const data = rows.map(async ({ rollout, ...rest }) => {
    const figures = rollout.status === 'running' ? await rolloutFigures(ctx.db, rollout) : rollout.figures;
    return presentRollout({ ...rest, rollout: { ...rollout, figures } });
  });
  return { data: await Promise.all(data) };
}

export async function listDifferences(
  ctx: SessionContext,
  { params }: Input<typeof rolloutRoutes.differences>,
) {
  const repository = rolloutRepository(ctx.db, ctx.actor.workspaceId);
  const { rollout } = await repository.view(params.rolloutId);
  if (rollout.apiId !== params.id) throw new RowcastError('NOT_FOUND');
  return { data: (await repository.differencesOf(rollout.id)).map(presentShadowAnswer) };
}
