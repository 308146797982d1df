import type { Rollout } from '@rowcast/contracts/domain/rollout';
import { defaultRolloutGates } from '@rowcast/contracts/domain/rollout';
import { beforeAll, expect, test } from 'vitest';
import { hexId } from '../../../../test/factories/api.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { TrafficSlider } from './traffic-slider.tsx';

beforeAll(() => startWords('rollouts'));

const running = (part: Partial<Rollout>): Rollout => ({
  ...{ id: hexId('rol'), apiId: hexId('api'), deploymentId: hexId('dep'), modelId: hexId('mdl') },
  ...{ modelName: 'Income', modelVersion: 2, mode: 'canary', percent: 50, gates: defaultRolloutGates },
  ...{ status: 'running', reason: null, figures: null, startedBy: null },
  ...{ startedAt: '2026-01-01T00:00:00Z', endedAt: null, ...part },
});

test.each([
  ['canary' as const, 100, true],
  ['canary' as const, 99, false],
  ['shadow' as const, 100, false],
])('a %s of %d percent has nothing to compare with: %s', (mode, percent, told) => {
  const { queryByText } = renderScreen(<TrafficSlider rollout={running({ mode, percent })} />, '/asha');
  expect(queryByText('All calls go to the candidate.', { exact: false }) !== null).toBe(told);
});
