import { type Api, defaultApiSettings } from '@rowcast/contracts/domain/apis/api';
import { within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Outlet, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi } from '../../../../../test/factories/api.ts';
import { aModel } from '../../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { oldReport } from '../../../../../test/report.ts';
import { DecisionPanel } from './decision-panel.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
const model = aModel({ report: oldReport() });
const { id, name, version, status, metric, score, accuracy } = model;
const deployed = {
  version: 'v1',
  model: { id, name, version, status, metric, score, accuracy } as Api['model'],
};

beforeAll(() => startWords('apis'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(({ method, path, body }) =>
    method === 'PUT'
      ? {
          status: 200,
          json: anApi('Income', { settings: { ...defaultApiSettings, ...JSON.parse(body).settings } }),
        }
      : path.includes('/models/')
        ? { status: 200, json: model }
        : { status: 404, json: {} },
  );
});
afterEach(() => server.stop());

const sent = () =>
  server.received.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body).settings);

async function open(part: Partial<Api>, settings: Partial<Api['settings']> = {}, searchParams = '') {
  const api = anApi('Income', { ...part, settings: { ...defaultApiSettings, ...settings } });
  const page = renderScreen(
    <NuqsTestingAdapter hasMemory searchParams={searchParams}>
      <Routes>
        <Route path="*" element={<Outlet context={api} />}>
          <Route path="*" element={<DecisionPanel />} />
        </Route>
      </Routes>
    </NuqsTestingAdapter>,
  );
  await page.findByText('Decision threshold and costs');
  const chooses = async (choice: string) => {
    await page.user.click(await page.findByRole('combobox', { name: 'Decision rule' }));
    await page.user.click(await page.findByRole('option', { name: choice }));
  };
  const saves = () => page.user.click(page.getByRole('button', { name: 'Save decision' }));
  const says = () => page.findByText('API settings updated successfully!');
  return { ...page, chooses, saves, says };
}

test('ignores an empty field that is hidden', async () => {
  const { user, getByLabelText, chooses, saves, says } = await open(deployed, { threshold: 0.3 });
  await user.clear(getByLabelText('Threshold for high'));
  await chooses('Minimise cost');
  await user.clear(getByLabelText('True low, predicted high'));
  await chooses('As trained');
  await saves();
  await says();
  expect(sent()).toEqual([{ threshold: null, costs: null }]);
});

test('reports, marks and focuses an empty cost', async () => {
  const { user, getByLabelText, findByText, chooses, saves } = await open(deployed);
  await chooses('Minimise cost');
  for (const cell of ['True low, predicted high', 'True high, predicted high'])
    await user.clear(getByLabelText(cell));
  await saves();
  const message = await findByText('True low, predicted high: Enter a number, such as 12.5');
  const cell = getByLabelText('True low, predicted high');
  expect(document.activeElement).toBe(cell);
  expect(cell.getAttribute('aria-describedby')?.split(' ')).toContain(message.id);
  const marked = ['low', 'high'].flatMap((actual) =>
    ['low', 'high'].map((answered) =>
      getByLabelText(`True ${actual}, predicted ${answered}`).getAttribute('aria-invalid'),
    ),
  );
  expect(marked).toEqual([null, 'true', null, 'true']);
  expect(sent()).toEqual([]);
});

test('asks for confirmation if one class always has the lowest cost', async () => {
  const { user, getByLabelText, findByText, findByRole, chooses, saves, says, queryByText } =
    await open(deployed);
  await chooses('Minimise cost');
  const fills = async (cell: string, cost: string) => {
    await user.clear(getByLabelText(cell));
    await user.type(getByLabelText(cell), cost);
  };
  await fills('True high, predicted high', '-5');
  await findByText('True high, predicted high: a gain of 5');
  expect(queryByText(/is always returned/)).toBeNull();
  await fills('True low, predicted high', '-1');
  await findByText('With these costs, high is always returned, whatever the input.');
  await saves();
  const asked = within(await findByRole('alertdialog', { name: 'Always return high?' }));
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  expect(sent()).toEqual([]);
  await saves();
  await user.click(await findByRole('button', { name: 'Save and always return high' }));
  await says();
  expect(sent()).toEqual([
    { threshold: null, costs: { low: { low: 0, high: -1 }, high: { low: 1, high: -5 } } },
  ]);
});

test('saves a single gain without confirmation', async () => {
  const { user, getByLabelText, chooses, saves, says } = await open(deployed);
  await chooses('Minimise cost');
  await user.clear(getByLabelText('True high, predicted high'));
  await user.type(getByLabelText('True high, predicted high'), '-5');
  await saves();
  await says();
  expect(sent()).toHaveLength(1);
});

test('offers to restore a saved rule only if it fits the model', async () => {
  const known = await open(deployed, { threshold: 0.3 });
  await known.chooses('As trained');
  await known.saves();
  await known.says();
  await known.findByRole('button', { name: 'Undo last change' });
  known.unmount();
  const foreign = await open(deployed, { costs: { stays: { leaves: 1 } } });
  await foreign.findByText(/don't fit v1/);
  await foreign.saves();
  await foreign.says();
  expect(foreign.queryByRole('button', { name: 'Undo last change' })).toBeNull();
});

test('has no decision settings before the first deployment', async () => {
  const { getByText, queryByRole } = await open({ ...deployed, version: 'v0' });
  getByText('No model deployed yet.');
  expect(queryByRole('button', { name: 'Save decision' })).toBeNull();
});

test('prefills and focuses a threshold from a report, and saves it on submit only', async () => {
  const { findByLabelText, saves, says } = await open(deployed, {}, '?threshold=0.35');
  const field = (await findByLabelText('Threshold for high')) as HTMLInputElement;
  expect(field.value).toBe('0.35');
  expect(document.activeElement).toBe(field);
  expect(sent()).toEqual([]);
  await saves();
  await says();
  expect(sent()).toEqual([{ threshold: 0.35, costs: null }]);
});

test('reports an invalid number at its field', async () => {
  const { user, getByLabelText, findByText, chooses, saves } = await open(deployed, { threshold: 0.3 });
  await user.type(getByLabelText('Threshold for high'), '%');
  await saves();
  await findByText('Enter a number from 0 to 1');
  await chooses('Minimise cost');
  const cell = getByLabelText('True low, predicted high');
  await user.type(cell, ' euros');
  await saves();
  await findByText('True low, predicted high: Enter a number, such as 12.5');
  expect(cell).toHaveProperty('value', '1 euros');
  expect(sent()).toEqual([]);
});
