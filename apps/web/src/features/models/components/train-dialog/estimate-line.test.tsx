import type { TrainingEstimate } from '@rowcast/contracts/domain/models/training-estimate';
import { screen } from '@testing-library/react';
import { FormProvider } from 'react-hook-form';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { emptyTrainForm, trainForm } from '../../training/train-form.ts';
import { EstimateLine } from './estimate-line.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let estimate: TrainingEstimate;

beforeAll(() => startWords('models'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(() => ({ status: 200, json: estimate }));
});
afterEach(() => server.stop());

function Line({ reproducible }: { reproducible: boolean }) {
  const chosen = { datasetId: hexId('ds'), targetColumn: 'stars', reproducible };
  const form = useZodForm(trainForm, { ...emptyTrainForm, ...chosen });
  return (
    <FormProvider {...form}>
      <EstimateLine apiId={hexId('api')} schema={trainForm} before={undefined} />
    </FormProvider>
  );
}

test.each([
  [false, true, 30, 60, 'Runs for up to 1m and needs about 200 MB of memory.'],
  [false, false, 20, 40, 'Takes 20s to 40s and about 200 MB of memory.'],
  [
    true,
    true,
    600,
    600,
    'Stops after 10m at the latest (10× the time budget) and needs about 200 MB of memory.',
  ],
  [true, false, 90, 180, 'Takes 1m 30s to 3m and about 200 MB of memory.'],
])(
  'model count %s, limited by the budget %s: %d to %d seconds',
  async (counts, takesBudget, low, high, says) => {
    estimate = {
      ...{ status: 'ready', seconds: low, lowSeconds: low, highSeconds: high, memoryBytes: 200e6 },
      ...{ takesBudget, trainings: 0 },
    };
    renderScreen(<Line reproducible={counts} />);
    expect(await screen.findByText(says)).toBeTruthy();
  },
);
