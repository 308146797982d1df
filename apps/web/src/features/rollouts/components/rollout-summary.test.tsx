import { defaultRolloutGates, type Rollout } from '@rowcast/contracts/domain/apis/rollout';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { RolloutSummary } from './rollout-summary.tsx';

const apiId = hexId('api');
const side = (calls: number) => ({ calls, errorRate: 0, refusalRate: 0, p95Ms: 10, meanScore: 0.5 });
const running: Rollout = {
  ...{ id: hexId('rol'), apiId, deploymentId: hexId('dep'), modelId: hexId('mdl') },
  ...{ modelName: 'Income', modelVersion: 2, mode: 'canary', percent: 10, splitBy: 'request' },
  ...{ gates: defaultRolloutGates, status: 'running', reason: null, startedBy: null },
  figures: { stable: side(108), candidate: side(12), scoreDrift: 0, shadow: null },
  startedAt: '2026-01-01T00:00:00Z',
  endedAt: null,
};
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('rollouts'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(() => ({ status: 200, json: { data: [running] } }));
});
afterEach(() => server.stop());

test('shows the progress of a running rollout and links to it', async () => {
  const { findByText, getByRole } = renderScreen(
    <Routes>
      <Route path="/:username" element={<RolloutSummary apiId={apiId} />} />
    </Routes>,
    '/asha',
  );
  await findByText(/^12 of 50 requests to the candidate .* about 380 more requests to the API\.$/);
  expect(getByRole('progressbar').getAttribute('aria-valuenow')).toBe('12');
  getByRole('row', { name: /^Requests.*108.*12/ });
  expect(getByRole('link', { name: 'View rollout' }).getAttribute('href')).toBe(
    `/asha/apis/${apiId}/models/versions`,
  );
});
