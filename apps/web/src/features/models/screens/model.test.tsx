import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { aModel } from '../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { refetchAll } from '../../../../test/refetch-all.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ModelScreen } from './model.tsx';

const name = 'customer_lifetime_value_in_euros_before_tax';
const model = aModel({ name, targetColumn: name });
let answered: ModelDetail;
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('models', 'datasets', 'deployments', 'console'));
beforeEach(async () => {
  resetRequestGuard();
  answered = model;
  server = await startLocalServer(({ path }) =>
    path.endsWith(`/models/${model.id}`) ? { status: 200, json: answered } : { status: 404, json: {} },
  );
});
afterEach(() => server.stop());

const open = () =>
  renderScreen(
    <main id="content" tabIndex={-1}>
      <Routes>
        <Route path="/:username/apis/:id/models/:modelId" element={<ModelScreen />} />
      </Routes>
    </main>,
    `/asha/apis/${model.apiId}/models/${model.id}`,
  );
const inStatus = { selector: '[role=status]' };

test('a long name wraps above its report', async () => {
  open();
  const breaks = '[class*="overflow-wrap:anywhere"]';
  expect((await screen.findByRole('heading', { name: `v1 ${name}` })).closest(breaks)).not.toBeNull();
  expect(screen.getByText(`Predicts ${name}`, { exact: false }).closest(breaks)).not.toBeNull();
});

test('announces the end of a training and moves the focus to the content', async () => {
  answered = { ...model, status: 'training' };
  open();
  const stop = await screen.findByRole('button', { name: 'Stop and keep the best' });
  stop.focus();
  expect(document.activeElement).toBe(stop);
  answered = model;
  await refetchAll();
  await screen.findByText('Ready', inStatus);
  await expect.poll(() => document.activeElement?.id).toBe('content');
});

test('does not announce a model that was already ready', async () => {
  open();
  await screen.findByRole('heading', { name: `v1 ${name}` });
  expect(screen.queryByText('Ready', inStatus)).toBeNull();
});
