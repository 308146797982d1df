import type { Rollout } from '@rowcast/contracts/domain/apis/rollout';
import { defaultRolloutGates } from '@rowcast/contracts/domain/apis/rollout';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { PastRollouts } from './past-rollouts.tsx';

beforeAll(() => startWords('rollouts'));

const takenBack = (part: Partial<Rollout>): Rollout => ({
  ...{ id: hexId('rol'), apiId: hexId('api'), deploymentId: hexId('dep'), modelId: hexId('mdl') },
  ...{
    modelName: 'Income',
    modelVersion: 2,
    mode: 'canary',
    percent: 50,
    splitBy: 'request',
    gates: defaultRolloutGates,
  },
  ...{ status: 'rolled_back', reason: null, figures: null, startedBy: null },
  ...{ startedAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-01T01:00:00Z', ...part },
});

test('translates the rollback reason; old ones stay English', async () => {
  await setLanguage('de');
  onTestFinished(() => setLanguage('en'));
  const reason = 'As the server said it.';
  const { getByText, queryAllByText } = renderScreen(
    <PastRollouts
      rollouts={[
        takenBack({
          reason,
          why: [{ code: 'ERROR_RATE', params: { share: 0.125, calls: 1600, maxShare: 0.02 } }],
        }),
        takenBack({ reason, status: 'stopped', why: [{ code: 'OTHER_DEPLOYED' }] }),
        takenBack({ reason }),
      ]}
    />,
  );
  getByText(/^Die Fehlerrate des Kandidaten lag über 1\.600 Anfragen bei 12,5\s% \(Grenzwert 2,0\s%\)\.$/);
  getByText('Eine andere Version wurde bereitgestellt.');
  expect(queryAllByText(reason)).toHaveLength(1);
});
