import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/request-guard.ts';
import { aTable } from '../../../../test/factories/dataset.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { DatasetScreen } from './dataset.tsx';

const dataset = aTable('Customers', ['churned', 'age']);
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('datasets'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ path }) =>
    path === `/api/v1/datasets/${dataset.id}` ? { status: 200, json: dataset } : { status: 404 },
  );
});
afterEach(() => server.stop());

test('a type that was chosen is still chosen after a look at another tab', async () => {
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
