import type { Overview } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { presentOverview } from './presenter.ts';
import { overviewRepository } from './repository.ts';

export async function getOverview(ctx: SessionContext): Promise<Overview> {
  const repository = overviewRepository(ctx.db, ctx.actor.workspaceId);
  const [totals, traffic, topApis] = await Promise.all([
    repository.totals(),
    repository.traffic(),
    repository.topApis(),
  ]);
  return presentOverview({ totals, traffic, topApis });
}
