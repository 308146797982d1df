import type { Executor } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Services } from '../../platform/services.ts';
import { repeat } from '../../platform/time/repeat.ts';
import { endRollout } from './end.ts';
import type { RolloutReason } from './end-reason.ts';
import { failuresInARow, rolloutFigures } from './figures.repository.ts';
import { exceededGate, exceededInARow, type Figures } from './gates.ts';
import { type RolloutRow, rolloutRepository, runningRollouts } from './repository.ts';

const intervalMs = 2_000;

/** The log is not asked for failures in a row where failures are no reason. */
async function endOf(
  db: Executor,
  rollout: RolloutRow,
): Promise<{ exceeded: RolloutReason | null; figures: Figures }> {
  const figures = await rolloutFigures(db, rollout);
  const exceeded = exceededGate(rollout.gates, figures);
  if (exceeded || rollout.gates.maxErrorRate === null) return { exceeded, figures };
  return { exceeded: exceededInARow(rollout.gates, await failuresInARow(db, rollout)), figures };
}

/** Checks again under a lock, since the rollout or its gates may have changed meanwhile. */
const takeBack = (
  services: Services,
  { id, workspaceId, apiId }: RolloutRow,
): Promise<RolloutReason | null> =>
  transact(services, async (unit) => {
    const running = await rolloutRepository(unit.db, workspaceId).lockRunning(apiId);
    if (running?.id !== id) return null;
    const { exceeded, figures } = await endOf(unit.db, running);
    const ending = exceeded && { status: 'rolled_back' as const, ...exceeded, figures };
    if (ending) await endRollout(unit, running, services.clock.now(), ending);
    return exceeded;
  });

async function check(services: Services, rollout: RolloutRow): Promise<void> {
  const { exceeded } = await endOf(services.db, rollout);
  const ended = exceeded && (await takeBack(services, rollout));
  if (ended) services.log.warn({ apiId: rollout.apiId, reason: ended.reason }, 'candidate taken back');
}

/** Looks at every running rollout once; a candidate that exceeds a gate is taken back. */
export async function checkRollouts(services: Services): Promise<void> {
  for (const rollout of await runningRollouts(services.db))
    await check(services, rollout).catch((err: Error) =>
      services.log.error({ apiId: rollout.apiId, err }, 'candidate not looked at'),
    );
}

export const watchRollouts = (services: Services): (() => Promise<void>) =>
  repeat({ every: intervalMs, log: services.log, what: 'checking rollouts' }, () => checkRollouts(services));
