import { repeat } from '../../platform/repeat.ts';
import type { Services } from '../../platform/services.ts';
import { rollBackRollout } from './end.ts';
import { failuresInARow, rolloutFigures } from './figures.repository.ts';
import { exceededGate, exceededInARow } from './gates.ts';
import { type RolloutRow, runningRollouts } from './repository.ts';

const intervalMs = 2_000;

/** Not asked of the log where failures are no reason. */
const failedInARow = async ({ db }: Services, rollout: RolloutRow): Promise<string | null> =>
  rollout.gates.maxErrorRate === null
    ? null
    : exceededInARow(rollout.gates, await failuresInARow(db, rollout));

async function check(services: Services, rollout: RolloutRow): Promise<void> {
  const figures = await rolloutFigures(services.db, rollout);
  const reason = exceededGate(rollout.gates, figures) ?? (await failedInARow(services, rollout));
  if (!reason) return;
  const ended = await rollBackRollout(services, rollout, reason, figures);
  if (ended) services.log.warn({ apiId: rollout.apiId, reason }, 'candidate taken back');
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
