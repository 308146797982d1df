import type { Rollout, shadowAnswer } from '@rowcast/contracts';
import type { z } from 'zod';
import { exceededGate, exceededInARow } from './gates.ts';
import type { RolloutRow, RolloutView, rolloutRepository } from './repository.ts';

/** The kept reason as a code, found again by the figures it was found by. */
function whyOf({ status, gates, figures, reason }: RolloutRow): Rollout['why'] {
  if (status !== 'rolled_back' || !figures) return undefined;
  const exceeded = exceededGate(gates, figures) ?? exceededInARow(gates, figures);
  return exceeded?.reason === reason ? [exceeded.why] : undefined;
}

export const presentRollout = ({ rollout, model, startedBy }: RolloutView): Rollout => ({
  id: rollout.id,
  apiId: rollout.apiId,
  deploymentId: rollout.deploymentId,
  modelId: model.id,
  modelName: model.name,
  modelVersion: model.version,
  mode: rollout.mode,
  percent: rollout.percent,
  gates: rollout.gates,
  status: rollout.status,
  reason: rollout.reason,
  why: whyOf(rollout),
  figures: rollout.figures,
  startedBy,
  startedAt: rollout.startedAt.toISOString(),
  endedAt: rollout.endedAt?.toISOString() ?? null,
});

type Row = Awaited<ReturnType<ReturnType<typeof rolloutRepository>['differencesOf']>>[number];

export const presentShadowAnswer = ({
  rolloutId: _rollout,
  score: _score,
  at,
  differences,
  ...row
}: Row): z.input<typeof shadowAnswer> => ({
  ...row,
  at: at.toISOString(),
  differences: differences as z.input<typeof shadowAnswer>['differences'],
});
