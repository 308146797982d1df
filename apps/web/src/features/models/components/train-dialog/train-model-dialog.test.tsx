import type { Api } from '@rowcast/contracts/domain/apis/api';
import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi, hexId } from '../../../../../test/factories/api.ts';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { aModel } from '../../../../../test/factories/model.ts';
import { aUser } from '../../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { emptyTrainForm, type TrainFormInput } from '../../training/train-form.ts';
import { TrainModelDialog } from './train-model-dialog.tsx';

const table = aTable('Learned', ['stars', 'age']);
const dayFirst = { op: 'parse_dates' as const, column: 'joined', formats: ['%d/%m/%Y'] };
const monthFirst = { ...dayFirst, formats: ['%m/%d/%Y'] };
const unclear = aTable('Members', ['stars', 'age', 'joined']);
if (unclear.profile)
  unclear.profile.findings = [
    {
      ...{ code: 'AMBIGUOUS_DATES', severity: 'warning', column: 'joined', message: '', rows: [], lines: [] },
      params: { cell: '03/04/2024' },
      choices: [dayFirst, monthFirst].map((step) => ({ label: '', step })),
    },
  ];
const pagination = { page: 1, limit: 100, total: 1, totalPages: 1 };

let server: Awaited<ReturnType<typeof startLocalServer>>;
let held: Promise<void> | undefined;
let brokenOff: boolean;

beforeAll(() => startWords('models', 'datasets', 'deployments'));
beforeEach(async () => {
  resetRequestGuard();
  brokenOff = false;
  const workspace = { id: hexId('ws'), slug: 'asha', name: 'Asha', formerSlugs: [], plan: 'free' };
  const user = aUser({ workspaces: [{ ...workspace, role: 'owner' }] });
  server = await startLocalServer(async ({ path, method }, response) => {
    const ok = (json: unknown) => ({ status: 200, json });
    if (path.endsWith('/auth/me')) return ok(user);
    if (path.includes('/lint')) return ok({ status: 'error', report: null });
    if (path.includes('/datasets?')) return ok({ data: [table, unclear], pagination });
    if (path.endsWith(`/datasets/${table.id}`)) return ok(table);
    if (path.endsWith(`/datasets/${unclear.id}`)) return ok(unclear);
    if (path.endsWith('/versions') && method === 'POST')
      return { status: 201, json: { ...unclear, id: hexId('ds'), version: 2 } };
    if (method !== 'POST' || path.endsWith('/estimate')) return { status: 404, json: {} };
    response.on('close', () => {
      brokenOff = !response.writableFinished;
    });
    await held;
    return response.destroyed ? undefined : { status: 201, json: aModel() };
  });
});
afterEach(() => server.stop());

function Opened({ start }: { start: Partial<TrainFormInput> }) {
  const [open, setOpen] = useState(true);
  return (
    <TrainModelDialog
      apiId={hexId('api')}
      start={{ ...emptyTrainForm, datasetId: table.id, targetColumn: 'stars', ...start }}
      title="Train Model"
      description="Several kinds are tried."
      open={open}
      onOpenChange={setOpen}
    />
  );
}

const { id, name, version, status, metric, score, accuracy } = aModel();
const earlier: Api['model'] = { id, name, version, status, metric, score, accuracy };

const draw = (start: Partial<TrainFormInput>, type: Api['type'] = 'prediction', { hasModel = false } = {}) =>
  renderScreen(
    <Routes>
      <Route element={<Outlet context={anApi('Stars', { type, model: hasModel ? earlier : null })} />}>
        <Route path="/:username/*" element={<Opened start={start} />} />
      </Route>
    </Routes>,
    '/asha',
  );

/** The submit button, once the fields have loaded. */
async function ready(findByRole: ReturnType<typeof renderScreen>['findByRole']): Promise<HTMLElement> {
  await findByRole('combobox', { name: 'Target column' });
  return findByRole('button', { name: 'Train' });
}

/** Delays the response until the returned function is called. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  return resolve;
}

test('shows upload progress and cancels the upload when the dialog closes', async () => {
  const release = hold();
  const { user, findByRole, queryByRole, address } = draw({
    modelType: 'custom',
    custom: 'onnx',
  });
  const start = await ready(findByRole);
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File(['graph'], 'm.onnx'));
  await user.click(start);
  await findByRole('progressbar', { name: /m\.onnx/ });
  await waitFor(() => expect(server.received.some(({ path }) => path.endsWith('/models/onnx'))).toBe(true));
  await user.click(await findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(brokenOff).toBe(true));
  release();
  await waitFor(() => expect(queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/asha');
});

test('the first training of an API is quick, with its defaults in one sentence', async () => {
  const { user, findByRole, findByText } = draw({});
  const train = await ready(findByRole);
  expect(await findByRole('radio', { name: /^Quick/, checked: true })).toBeTruthy();
  await findByText(/^Tries several models for up to 15s and scores the best one on 20% of the rows/);
  expect((await findByText('Advanced')).closest('details')?.open).toBe(false);
  await user.click(train);
  await waitFor(() => {
    const [sent] = server.received.filter(
      ({ path, method }) => method === 'POST' && path.endsWith('/models'),
    );
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ timeBudgetSeconds: 15, testSize: '0.2' });
  });
});

test('later trainings are balanced; an invalid advanced setting is shown', async () => {
  const { user, findByRole, findByText } = draw({}, 'prediction', { hasModel: true });
  const train = await ready(findByRole);
  await findByRole('radio', { name: /^Balanced/, checked: true });
  await user.click(await findByText('Advanced'));
  const testSize = await findByRole('textbox', { name: 'Test size' });
  await user.clear(testSize);
  await user.type(testSize, '0.9');
  await user.click(await findByText('Advanced'));
  await user.click(train);
  await waitFor(() => expect(document.activeElement).toBe(testSize));
  await findByText('Changed: Test size');
});

test('a custom budget has a unit', async () => {
  const { user, findByRole, findByText } = draw({});
  await ready(findByRole);
  await user.click(await findByRole('radio', { name: /^Custom/ }));
  const longest = await findByRole('textbox', { name: 'Longest duration' });
  await user.clear(longest);
  await user.type(longest, '90');
  await findByText(/^Tries several models for up to 1m 30s/);
});

test.each([
  ['prediction', 'Multiclass classification'],
  ['regression', 'Regression'],
] as const)('an API for %s trains stars as: %s', async (type, task) => {
  const { findByText } = draw({}, type);
  await findByText(task, { selector: '.font-medium' });
});

test('a custom estimator API starts with that choice', async () => {
  const { findByRole } = draw({}, 'custom');
  await findByRole('combobox', { name: /^Estimator/ });
});

test('only trained models can exclude columns', async () => {
  const field = { name: /^Excluded columns/ };
  const learned = draw({});
  await learned.findByRole('combobox', field);
  learned.unmount();
  const { findByRole, queryByRole } = draw({ modelType: 'custom', custom: 'onnx' });
  await ready(findByRole);
  expect(queryByRole('combobox', field)).toBeNull();
});

test.each([
  ['has closed the dialog meanwhile stays where they are', true],
  ['waits is taken to the training', false],
])('who %s', async (_, closes) => {
  const release = hold();
  const { user, findByRole, findByText, address } = draw({});
  await user.click(await ready(findByRole));
  await findByRole('button', { name: 'Starting...' });
  if (closes) await user.click(await findByRole('button', { name: 'Cancel' }));
  release();
  await findByText('Model training started successfully!');
  await waitFor(() => expect(address()).toMatch(closes ? /^\/asha$/ : /\/models\/mdl_/));
});

test('asks how to read ambiguous columns before training', async () => {
  const { user, findByRole, findByText, queryByRole } = draw({ datasetId: unclear.id });
  const sentTo = (end: string) => server.received.filter(({ path }) => path.endsWith(end));
  await user.click(await ready(findByRole));
  expect((await findByRole('alert')).textContent).toBe('Choose a reading for each column, or exclude it.');
  expect(sentTo('/models')).toEqual([]);
  const dayFirstButton = await findByRole('button', { name: 'DD/MM/YYYY' });
  expect(document.activeElement).toBe(dayFirstButton);
  await user.click(dayFirstButton);
  await findByText(/^Creating the cleaned version/);
  expect(sentTo('/versions').map(({ body }) => JSON.parse(body))).toEqual([{ recipe: [dayFirst] }]);
  expect(queryByRole('button', { name: 'MM/DD/YYYY' })).toBeNull();
});

test('an ambiguous column can be excluded instead', async () => {
  const { user, findByRole } = draw({ datasetId: unclear.id });
  await user.click(await findByRole('button', { name: 'Exclude joined' }));
  await user.click(await ready(findByRole));
  await waitFor(() =>
    expect(
      JSON.parse(server.received.find(({ path }) => path.endsWith('/models'))?.body ?? '{}'),
    ).toMatchObject({
      excludedColumns: ['joined'],
    }),
  );
});
