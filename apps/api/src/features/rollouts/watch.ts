import { repeat } from '../../platform/repeat.ts';
import type { Services } from '../../platform/services.ts';
import { rollBackRollout } from './end.ts';
import { failuresInARow, rolloutFigures } from './figures.repository.ts';
import { type Exceeded, exceededGate, exceededInARow, type Figures } from './gates.ts';
import { type RolloutRow, runningRollouts } from './repository.ts';

const intervalMs = 2_000;

/** The log is not asked for failures in a row where failures are no reason. */
async function endOf(
  { db }: Services,
  rollout: RolloutRow,
): Promise<{ exceeded: Exceeded | null; figures: Figures }> {
  const figures = await rolloutFigures(db, rollout);
  const exceeded = exceededGate(rollout.gates, figures);
  if (exceeded || rollout.gates.maxErrorRate === null) return { exceeded, figures };
  return { exceeded: exceededInARow(rollout.gates, await failuresInARow(db, rollout)), figures };
}

async function check(services: Services, rollout: RolloutRow): Promise<void> {
  const { exceeded, figures } = await endOf(services, rollout);
  if (!exceeded) return;
  const ended = await rollBackRollout(services, rollout, exceeded, figures);
  if (ended) services.log.warn({ apiId: rollout.apiId, reason: exceeded.reason }, 'candidate taken back');
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
