import { defaultPercent, RowcastError, type rolloutRoutes } from '@rowcast/contracts';
import { changeOf } from '../../platform/audit/audit-entry.ts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from '../apis/index.ts';
import { withGates } from './gates.ts';
import { presentRollout } from './presenter.ts';
import { rolloutRepository } from './repository.ts';

export async function changeRollout(
  ctx: SessionContext,
  { params, body }: Input<typeof rolloutRoutes.change>,
) {
  const { workspaceId } = ctx.actor;
  const id = await transact(ctx, async ({ db, publish, routeChanged, audit }) => {
    const repository = rolloutRepository(db, workspaceId);
    await apiRepository(db, workspaceId).find(params.id);
    const running = await repository.lockRunning(params.id);
    if (!running) throw new RowcastError('NO_ROLLOUT');
    const mode = body.mode ?? running.mode;
    const changes = {
      mode,
      // The share of a shadow is no share for a model that answers callers.
      percent: body.percent ?? (mode === running.mode ? running.percent : defaultPercent[mode]),
      splitBy: body.splitBy ?? running.splitBy,
      gates: withGates(running.gates, body.gates),
    };
    await repository.update(running.id, changes);
    const change = changeOf(running, changes, ['mode', 'percent', 'splitBy', 'gates']);
    audit({ action: 'rollout.changed', targetType: 'api', targetId: params.id, ...change });
    routeChanged({ apiId: params.id });
    publish(workspaceId, { type: 'rollout.changed', apiId: params.id });
    return running.id;
  });
  return presentRollout(await rolloutRepository(ctx.db, workspaceId).view(id));
}
