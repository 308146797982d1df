import { defaultRolloutGates, type Rollout } from '@rowcast/contracts/domain/apis/rollout';
import { expect, test } from 'vitest';
import { verdictOf } from './verdict.ts';

const side = (calls: number) => ({ calls, errorRate: 0, refusalRate: 0, p95Ms: 10, meanScore: 0.5 });
const running = (stable: number, candidate: number, part: Partial<Rollout> = {}) => ({
  ...{ mode: 'canary' as const, percent: 10, splitBy: 'request' as const, gates: defaultRolloutGates },
  figures: { stable: side(stable), candidate: side(candidate), scoreDrift: 0, shadow: null },
  ...part,
});

test.each([
  ['a new rollout', { ...running(0, 0), figures: null }, false, 500],
  ['a canary of ten percent', running(108, 12), false, 380],
  ['a reached verdict', running(450, 50), true, 0],
  // The score drift compares both models.
  ['a canary of ninety percent', running(10, 90, { percent: 90 }), false, 400],
  ['a canary of all traffic', running(0, 60, { percent: 100 }), true, 0],
  ['no traffic', running(100, 0, { percent: 0 }), false, null],
  ['a split by key', running(100, 10, { splitBy: 'key' }), false, null],
  ['a shadow', running(30, 30, { mode: 'shadow', percent: 100 }), false, 20],
] as const)('%s', (_, rollout, isReached, remaining) => {
  expect(verdictOf(rollout)).toMatchObject({ isReached, remaining });
});
