import type { Release } from './api.ts';
import type { ScoreChange } from './score-change.ts';

type ReleaseKind = 'target' | 'answers' | 'worse' | 'even' | 'unknown' | 'changes';

function scoreKind({ standing, isBehind }: ScoreChange): ReleaseKind | null {
  if (standing === 'metric' || standing === 'rows' || standing === 'missing') return 'unknown';
  if (standing === 'even') return isBehind ? standing : null;
  return standing === 'better' ? null : standing;
}

/** The most important warning before a deployment; null without warnings. */
export function releaseKind({ changes, score }: Pick<Release, 'changes' | 'score'>): ReleaseKind | null {
  return (score && scoreKind(score)) ?? (changes.length > 0 ? 'changes' : null);
}
