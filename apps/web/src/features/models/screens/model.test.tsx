import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/request-guard.ts';
import { aModel } from '../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ModelScreen } from './model.tsx';

const name = 'customer_lifetime_value_in_euros_before_tax';
const model = aModel({ name, targetColumn: name });
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('models', 'datasets', 'deployments'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ path }) =>
    path.endsWith(`/models/${model.id}`) ? { status: 200, json: model } : { status: 404, json: {} },
  );
});
afterEach(() => server.stop());

test('a long name breaks above its report', async () => {
  renderScreen(
    <Routes>
      <Route path="/:username/apis/:id/models/:modelId" element={<ModelScreen />} />
    </Routes>,
    `/asha/apis/${model.apiId}/models/${model.id}`,
  );
  const breaks = '[class*="overflow-wrap:anywhere"]';
  expect((await screen.findByRole('heading', { name: `v1 ${name}` })).closest(breaks)).not.toBeNull();
  expect(screen.getByText(`Predicts ${name}`, { exact: false }).closest(breaks)).not.toBeNull();
});
