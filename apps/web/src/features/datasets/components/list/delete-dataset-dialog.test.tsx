import type { LearnedModel, LearnedModels } from '@rowcast/contracts/domain/models/models-of-dataset';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../../test/factories/api.ts';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { DeleteDatasetDialog } from './delete-dataset-dialog.tsx';

const dataset = aTable('Customers', ['age']);
const aModel = (given: Partial<LearnedModel>): LearnedModel => ({
  id: hexId('mdl'),
  name: 'Churn',
  version: 1,
  status: 'ready',
  deployed: false,
  apiId: hexId('api'),
  apiName: 'Churn of customers',
  ...given,
});
let models: LearnedModels;
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('datasets'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ path }) =>
    path.endsWith('/models') ? { status: 200, json: models } : { status: 204 },
  );
});
afterEach(() => server.stop());

async function ask(given: typeof dataset = dataset) {
  const { user } = renderScreen(
    <DeleteDatasetDialog dataset={given} trigger={<button type="button">Go</button>} />,
  );
  await user.click(screen.getByRole('button', { name: 'Go' }));
  return within(await screen.findByRole('alertdialog'));
}

test('the delete dialog lists the trained models and marks the deployed ones', async () => {
  const others = [2, 3, 4, 5, 6].map((version) => aModel({ version }));
  models = { data: [aModel({ name: 'Live one', deployed: true }), ...others], total: 9, deployed: 1 };
  const dialog = await ask();
  await dialog.findByText(/9 models were trained on this dataset\./);
  dialog.getByText('1 is deployed.');
  const named = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(named).toHaveLength(5);
  expect(named[0]).toMatch(/Live one v1.*Churn of customers.*Deployed/);
  dialog.getByText('and 4 more');
  dialog.getByText(/They keep working/);
  expect(dialog.queryByText(/A running training job/)).toBeNull();
});

test('names a running training that would end', async () => {
  models = { data: [aModel({ status: 'training' })], total: 1, deployed: 0 };
  const dialog = await ask();
  await dialog.findByText(/A running training job on it is stopped\./);
});

test('reports that no model uses a version, and what remains', async () => {
  models = { data: [], total: 0, deployed: 0 };
  const dialog = await ask({ ...dataset, version: 3, originalId: hexId('ds') });
  await dialog.findByText('No model was trained on this dataset.');
  dialog.getByText(/This deletes version 3\./);
});
