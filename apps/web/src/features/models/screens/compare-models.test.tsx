import { screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { aModel } from '../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { refetchAll } from '../../../../test/refetch-all.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { oldReport } from '../../../../test/report.ts';
import { CompareModelsScreen } from './compare-models.tsx';

const apiId = hexId('api');
const models = Array.from({ length: 130 }, (_, at) =>
  aModel({ apiId, version: 130 - at, name: 'Income', report: oldReport({ seed: at }) }),
);
let isDown: boolean;
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('models', 'datasets'));
beforeEach(async () => {
  resetRequestGuard();
  isDown = false;
  server = await startLocalServer(({ path }) => {
    if (isDown) return { status: 500, json: {} };
    const { pathname, searchParams } = new URL(path, 'http://server');
    const one = models.find(({ id }) => pathname.endsWith(`/models/${id}`));
    if (one) return { status: 200, json: one };
    if (!pathname.endsWith('/models')) return { status: 404, json: {} };
    const sought = searchParams.get('search') ?? '';
    const found = models.filter(({ version, name }) => `v${version} ${name}`.includes(sought));
    const limit = Number(searchParams.get('limit'));
    const pagination = { page: 1, limit, total: found.length, totalPages: Math.ceil(found.length / limit) };
    return { status: 200, json: { data: found.slice(0, limit), pagination } };
  });
});
afterEach(() => server.stop());

const draw = (searchParams = '') =>
  renderScreen(
    <NuqsTestingAdapter searchParams={searchParams} hasMemory>
      <Routes>
        <Route path="/:username/apis/:id/models/compare" element={<CompareModelsScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    `/asha/apis/${apiId}/models/compare`,
  );
const side = (name: string) => screen.findByRole('combobox', { name });

test('compares the two newest and finds an older version by number', async () => {
  const { user } = draw();
  expect((await side('First version')).textContent).toBe('v129 Income');
  expect((await side('Second version')).textContent).toBe('v130 Income');
  await user.click(await side('First version'));
  const list = within(await screen.findByRole('listbox'));
  expect(list.queryByRole('option', { name: /^v7 / })).toBeNull();
  await user.keyboard('v7 ');
  await user.click(await screen.findByRole('option', { name: /^v7 Income/ }, { timeout: 5_000 }));
  expect((await side('First version')).textContent).toBe('v7 Income');
});

test('compares the versions of the URL, however old', async () => {
  const [left, right] = [models[125], models[126]];
  draw(`?left=${left?.id}&right=${right?.id}`);
  await screen.findByText(/^Not comparable: the models were scored on different rows/);
  expect((await side('First version')).textContent).toBe('v5 Income');
  expect((await side('Second version')).textContent).toBe('v4 Income');
});

test('keeps the versions if a refetch fails', async () => {
  const [left, right] = [models[125], models[126]];
  draw(`?left=${left?.id}&right=${right?.id}`);
  await screen.findByText(/^Not comparable: the models were scored on different rows/);
  isDown = true;
  await refetchAll();
  screen.getByText(/^Not comparable: the models were scored on different rows/);
  expect(screen.queryByRole('alert')).toBeNull();
});
