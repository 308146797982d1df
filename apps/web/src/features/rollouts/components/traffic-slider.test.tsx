import type { Rollout } from '@rowcast/contracts/domain/apis/rollout';
import { defaultRolloutGates } from '@rowcast/contracts/domain/apis/rollout';
import { fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { TrafficSlider } from './traffic-slider.tsx';

beforeAll(() => startWords('rollouts'));
beforeEach(resetRequestGuard);

const running = (part: Partial<Rollout>): Rollout => ({
  ...{ id: hexId('rol'), apiId: hexId('api'), deploymentId: hexId('dep'), modelId: hexId('mdl') },
  ...{
    modelName: 'Income',
    modelVersion: 2,
    mode: 'canary',
    percent: 50,
    splitBy: 'request',
    gates: defaultRolloutGates,
  },
  ...{ status: 'running', reason: null, figures: null, startedBy: null },
  ...{ startedAt: '2026-01-01T00:00:00Z', endedAt: null, ...part },
});

test.each([
  ['canary' as const, 100, true],
  ['canary' as const, 99, false],
  ['shadow' as const, 100, false],
])('a %s of %d percent has nothing to compare with: %s', (mode, percent, isShown) => {
  const { queryByText } = renderScreen(<TrafficSlider rollout={running({ mode, percent })} />, '/asha');
  expect(queryByText('All requests go to the candidate.', { exact: false }) !== null).toBe(isShown);
});

function Live() {
  const [percent, setPercent] = useState(50);
  return (
    <>
      <button type="button" onClick={() => setPercent(80)}>
        Elsewhere to 80
      </button>
      <TrafficSlider rollout={running({ percent })} />
    </>
  );
}

test('shows a share that changed elsewhere and keeps an unsaved one', async () => {
  const { user, getByRole } = renderScreen(<Live />, '/asha');
  const slider = getByRole('slider') as HTMLInputElement;
  const move = (to: string) => fireEvent.change(slider, { target: { value: to } });
  move('40');
  move('50');
  await user.click(getByRole('button', { name: 'Elsewhere to 80' }));
  expect(slider.value).toBe('80');
  expect(getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
  move('30');
  await user.click(getByRole('button', { name: 'Elsewhere to 80' }));
  expect(slider.value).toBe('30');
});

test('after applying, the slider follows the actual share', async () => {
  const server = await startLocalServer(({ method }) =>
    method === 'PATCH' ? { status: 200, json: running({ percent: 30 }) } : { status: 404, json: {} },
  );
  onTestFinished(() => server.stop());
  const { user, getByRole } = renderScreen(<Live />, '/asha');
  const slider = getByRole('slider') as HTMLInputElement;
  fireEvent.change(slider, { target: { value: '30' } });
  await user.click(getByRole('button', { name: 'Apply' }));
  await expect.poll(() => server.received.filter(({ method }) => method === 'PATCH').length).toBe(1);
  await expect.poll(() => slider.value).toBe('50');
  await user.click(getByRole('button', { name: 'Elsewhere to 80' }));
  expect(slider.value).toBe('80');
});
