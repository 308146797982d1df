import type { QuestionDifference } from '@/features/scores/index.ts';
import type { Release } from './api.ts';

type ReleaseKind = QuestionDifference | 'worse' | 'unknown' | 'changes';

/** What is most worth knowing before a model is let answer; null where nothing is. */
export function releaseKind({ changes, score }: Pick<Release, 'changes' | 'score'>): ReleaseKind | null {
  const standing = score?.standing;
  if (standing === 'clearlyWorse') return 'worse';
  if (standing && standing !== 'better' && standing !== 'same') return standing;
  return changes.length > 0 ? 'changes' : null;
}
