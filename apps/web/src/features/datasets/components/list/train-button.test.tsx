import { screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi } from '../../../../../test/factories/api.ts';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { aUser } from '../../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { TrainButton } from './train-button.tsx';

const dataset = aTable('Customers', ['churned', 'age']);
let server: Awaited<ReturnType<typeof startLocalServer>>;
let apis: ReturnType<typeof anApi>[];

beforeAll(() => startWords('datasets', 'apis'));
beforeEach(async () => {
  resetRequestGuard();
  apis = [anApi('Churn'), anApi('Prices')];
  server = await startLocalServer(({ path }) => {
    if (path.includes('/apis?')) {
      const sought = new URL(path, 'http://server').searchParams.get('search') ?? '';
      const found = apis.filter(({ name }) => name.includes(sought));
      const pagination = { page: 1, limit: 100, total: found.length, totalPages: 1 };
      return { status: 200, json: { data: found.slice(0, 100), pagination } };
    }
    return { status: 200, json: aUser({}) };
  });
});
afterEach(() => server.stop());

function Place() {
  const { pathname, search } = useLocation();
  return <p>{`Now at ${pathname}${search}`}</p>;
}

const draw = () =>
  renderScreen(
    <Routes>
      <Route
        path="/:username/datasets/*"
        element={
          <TrainButton dataset={dataset} split={{ group: 'age' }}>
            Train Model
          </TrainButton>
        }
      />
      <Route path="*" element={<Place />} />
    </Routes>,
    '/asha/datasets/one',
  );

test('asks for an API to train a dataset without one', async () => {
  const { user } = draw();
  await user.click(screen.getByRole('button', { name: 'Train Model' }));
  await user.click(await screen.findByRole('combobox', { name: 'API' }));
  await user.click(await screen.findByRole('option', { name: 'Prices' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(`Now at /asha/apis/${apis[1]?.id}/models?train=${dataset.id}&group=age`);
});

test('trains for a new API if there is none', async () => {
  apis = [];
  const { user } = draw();
  await user.click(screen.getByRole('button', { name: 'Train Model' }));
  await screen.findByText(/^Models belong to an API\. The training creates one/);
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'New API' }));
  await screen.findByText(`Now at /asha/start/${dataset.id}?group=age`);
});

test('finds an API beyond the first hundred by name', async () => {
  apis = Array.from({ length: 130 }, (_, at) => anApi(`Model ${String(at).padStart(3, '0')}`));
  const { user } = draw();
  await user.click(screen.getByRole('button', { name: 'Train Model' }));
  await user.click(await screen.findByRole('combobox', { name: 'API' }));
  await screen.findByRole('option', { name: 'Model 099' });
  expect(screen.queryByRole('option', { name: 'Model 120' })).toBeNull();
  await user.keyboard('120');
  await user.click(await screen.findByRole('option', { name: 'Model 120' }, { timeout: 5_000 }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText(`Now at /asha/apis/${apis[120]?.id}/models?train=${dataset.id}&group=age`);
});
