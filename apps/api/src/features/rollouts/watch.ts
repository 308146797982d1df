import { repeat } from '../../platform/repeat.ts';
import type { Services } from '../../platform/services.ts';
import { rollBackRollout } from './end.ts';
import { failuresInARow, rolloutFigures } from './figures.repository.ts';
import { exceededGate, exceededInARow } from './gates.ts';
import { runningRollouts } from './repository.ts';

const intervalMs = 2_000;

/** Looks at every running rollout once; a candidate that exceeds a gate is taken back. */
export async function checkRollouts(services: Services): Promise<void> {
  for (const rollout of await runningRollouts(services.db)) {
    const figures = await rolloutFigures(services.db, rollout);
    const reason =
      exceededGate(rollout.gates, figures) ??
      exceededInARow(rollout.gates, await failuresInARow(services.db, rollout));
    if (!reason) continue;
    const ended = await rollBackRollout(services, rollout, reason, figures);
    if (ended) services.log.warn({ apiId: rollout.apiId, reason }, 'candidate taken back');
  }
}

export const watchRollouts = (services: Services): (() => Promise<void>) =>
  repeat({ every: intervalMs, log: services.log, what: 'checking rollouts' }, () => checkRollouts(services));
