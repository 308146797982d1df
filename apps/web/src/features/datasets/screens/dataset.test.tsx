import { fireEvent, screen } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { aTable } from '../../../../test/factories/dataset.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { liveHandlers } from '../live.ts';
import { DatasetScreen } from './dataset.tsx';

const apiId = hexId('api');
const dataset = { ...aTable('Customers', ['churned', 'age']), apiId, type: 'integration' as const };
const second = { ...dataset, id: hexId('ds'), version: 2, originalId: dataset.id };
let deleted: boolean;
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('datasets', 'apis'));
beforeEach(async () => {
  resetRequestGuard();
  deleted = false;
  server = await startLocalServer(({ path }) => {
    if (!path.includes('/datasets/')) return { status: 200, json: aUser({}) };
    if (path.endsWith('/versions')) return { status: 200, json: { data: [dataset, second] } };
    return deleted
      ? { status: 404, json: { error: { code: 'NOT_FOUND' }, message: '', detail: '', requestId: 'req_1' } }
      : { status: 200, json: dataset };
  });
});
afterEach(() => server.stop());

test.each([
  ['the dataset', { type: 'dataset.deleted', datasetId: dataset.id }],
  ['its API', { type: 'api.deleted', apiId }],
] as const)('once %s is deleted elsewhere, the open page links to the list', async (_, event) => {
  renderScreen(
    <NuqsTestingAdapter>
      <Routes>
        <Route path="/:username/datasets/:datasetId" element={<DatasetScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    `/asha/datasets/${dataset.id}`,
  );
  await screen.findByRole('heading', { name: 'Customers' });
  deleted = true;
  liveHandlers[event.type]?.(event as never, queryClient);
  await screen.findByText('This dataset does not exist or was deleted');
  const link = screen.getByRole('link', { name: 'Datasets' });
  expect(link.getAttribute('href')).toBe(`/asha/apis/${apiId}/datasets`);
});

test('keeps a chosen type when the tab changes', async () => {
  const { user, findByRole, getByRole, findByText, queryByText } = renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Routes>
        <Route path="/:username/datasets/:datasetId" element={<DatasetScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    `/asha/datasets/${dataset.id}`,
  );
  await user.click(await findByRole('combobox', { name: 'Type of age' }));
  await user.click(await findByRole('option', { name: 'Category' }));
  await findByText('age: Category');
  await user.click(getByRole('tab', { name: 'File' }));
  expect(queryByText('age: Category')).toBeNull();
  await user.click(getByRole('tab', { name: 'Columns' }));
  await findByText('age: Category');
});

test('asks before a version change or leaving the page discards a chosen type', async () => {
  let answer = false;
  const asked = vi.fn(() => answer);
  vi.stubGlobal('confirm', asked);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user, address, findByRole, findByText } = renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Routes>
        <Route path="/:username/datasets/:datasetId" element={<DatasetScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    `/asha/datasets/${dataset.id}`,
  );
  const goesOn = async () => {
    await user.click(await findByRole('combobox', { name: 'Version' }));
    await user.click(await findByRole('option', { name: /^Version 2/ }));
  };
  await user.click(await findByRole('combobox', { name: 'Type of age' }));
  await user.click(await findByRole('option', { name: 'Category' }));
  const closing = new Event('beforeunload', { cancelable: true });
  fireEvent(window, closing);
  expect(closing.defaultPrevented).toBe(true);
  await goesOn();
  await findByText('age: Category');
  expect([address(), asked.mock.calls.length]).toEqual([`/asha/datasets/${dataset.id}`, 1]);
  answer = true;
  await goesOn();
  expect([address(), asked.mock.calls.length]).toEqual([`/asha/datasets/${second.id}`, 2]);
});

test('shows the chosen type beside the detected format', async () => {
  const { findByText } = renderScreen(
    <NuqsTestingAdapter searchParams="?tab=file" hasMemory>
      <Routes>
        <Route path="/:username/datasets/:datasetId" element={<DatasetScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    `/asha/datasets/${dataset.id}`,
  );
  const factOf = async (label: string) => (await findByText(label)).nextElementSibling?.textContent;
  expect(await factOf('Selected type')).toBe('From a URL');
  expect(await factOf('Format')).toBe('CSV');
});
