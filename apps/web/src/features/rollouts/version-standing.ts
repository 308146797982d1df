import type { ModelVersion } from '@rowcast/contracts/http/models';
import { type Verdict, verdictOf } from '@/features/scores/index.ts';

type Told = Pick<ModelVersion, 'interval' | 'scoredOn'>;

/**
 * How the score of a version stands to that of the one that serves. Null where either has no score, or was scored before
 * it was kept on what.
 */
export function standingOf(version: Told, serving: Told): Verdict | 'apart' | null {
  if (!version.interval || !serving.interval || !version.scoredOn || !serving.scoredOn) return null;
  return version.scoredOn === serving.scoredOn ? verdictOf(version.interval, serving.interval) : 'apart';
}
