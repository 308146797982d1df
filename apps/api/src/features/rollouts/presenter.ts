import type { Rollout, shadowAnswer } from '@rowcast/contracts';
import type { z } from 'zod';
import type { RolloutRow, RolloutView, rolloutRepository } from './repository.ts';

/** Before the code was kept, only the sentence was. */
function whyOf({ status, reason, why }: RolloutRow): Rollout['why'] {
  if (why) return [why];
  return status === 'rolled_back' && reason ? [{ code: 'GATE', params: { sentence: reason } }] : undefined;
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
  splitBy: rollout.splitBy,
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
