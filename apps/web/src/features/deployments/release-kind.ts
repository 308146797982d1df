import type { Release } from './api.ts';

/** What is most worth knowing before a model is let answer; null where nothing is. */
export function releaseKind({ changes, score }: Release): 'other' | 'worse' | 'unknown' | 'changes' | null {
  if (score?.standing === 'other') return 'other';
  if (score?.standing === 'worse' || score?.standing === 'clearlyWorse') return 'worse';
  if (score?.standing === 'unknown') return 'unknown';
  return changes.length > 0 ? 'changes' : null;
}
