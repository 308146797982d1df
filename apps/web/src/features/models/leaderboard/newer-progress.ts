import type { TrainingProgress } from '@rowcast/contracts/domain/models/training';
import { steady } from './elapsed.ts';

/** Events can arrive late or twice. The later progress wins, unless the training restarted. */
export function newerProgress(known: TrainingProgress | null, arrived: TrainingProgress): TrainingProgress {
  return known && steady(known.elapsedSeconds, arrived.elapsedSeconds) > arrived.elapsedSeconds
    ? known
    : arrived;
}
