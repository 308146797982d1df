import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import type { LintReport, TableLint } from '@rowcast/contracts/domain/datasets/lint';
import type { Model, ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { TrainingConfig } from '@rowcast/contracts/domain/models/training';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { hexId } from '../../../../../test/factories/api.ts';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { aModel } from '../../../../../test/factories/model.ts';
import { aUser } from '../../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { RetrainButton } from './retrain-button.tsx';

const learned = aTable('Learned', ['stars', 'ssn', 'age']);
const other = aTable('Other', ['stars', 'age']);
const list = (data: unknown[], total = data.length) => ({
  data,
  pagination: { page: 1, limit: 100, total, totalPages: 1 },
});

let server: Awaited<ReturnType<typeof startLocalServer>>;
let model: ModelDetail;
let listed: DatasetDetail[];
let held: Promise<void> | undefined;
let modelStatus: number;
let lint: TableLint;
let version: DatasetDetail | undefined;

const leak: LintFinding = {
  ...{ code: 'TARGET_LEAK', severity: 'warning', column: 'age', message: '', rows: [], lines: [] },
  params: { target: 'stars', share: 0.99 },
};
const report: LintReport = { target: 'stars', task: 'regression', reason: null, findings: [] };

/** The data checks would treat this rating as a number, but it was trained as classes. */
const settings: Partial<TrainingConfig> = { targetColumn: 'stars', task: 'multiclass', metric: 'log_loss' };
const trained = (part: Partial<TrainingConfig> = {}, datasetId: string | null = learned.id) => {
  model = aModel({ datasetId, version: 3 }, { ...settings, excludedColumns: ['ssn'], seed: 7, ...part });
};

beforeAll(() => startWords('models', 'datasets', 'deployments'));
beforeEach(async () => {
  resetRequestGuard();
  held = undefined;
  modelStatus = 200;
  lint = { status: 'ready', report: { ...report, findings: [leak] } };
  listed = [other, learned];
  version = undefined;
  const workspace = {
    id: hexId('ws'),
    slug: 'asha',
    name: 'Asha',
    formerSlugs: [],
    plan: 'free',
    role: 'owner' as const,
  };
  server = await startLocalServer(async ({ path, method }) => {
    const ok = (json: unknown) => ({ status: 200, json });
    if (path.endsWith('/auth/me')) return ok(aUser({ workspaces: [workspace] }));
    if (path.includes('/lint')) return ok(lint);
    if (path.includes('/datasets?')) {
      const sought = new URL(path, 'http://server').searchParams.get('search') ?? '';
      const found = listed.filter(({ name }) => name.includes(sought));
      return ok(list(found.slice(0, 100), found.length));
    }
    if (method === 'POST' && path.endsWith('/versions'))
      return { status: 201, json: { ...version, status: 'processing' } };
    const one = [learned, other, version].find((known) => known && path.endsWith(`/datasets/${known.id}`));
    if (one) {
      await held;
      return ok(one);
    }
    if (path.endsWith('/estimate'))
      return ok({
        ...{ status: 'unknown', seconds: null, lowSeconds: null, highSeconds: null },
        memoryBytes: null,
        takesBudget: false,
        trainings: 0,
      });
    if (method === 'POST' && path.endsWith('/models')) return { status: 201, json: model };
    if (path.endsWith(`/models/${model.id}`))
      return { status: modelStatus, json: modelStatus === 200 ? model : { error: { code: 'INTERNAL' } } };
    return { status: 404, json: {} };
  });
});
afterEach(() => server.stop());

const draw = (shown: Model = model) => renderScreen(<RetrainButton model={shown} />, '/asha');
const opened = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Retrain' }));
  return within(await screen.findByRole('dialog', { name: 'Retrain' }));
};
const shows = (dialog: Awaited<ReturnType<typeof opened>>, label: string) =>
  dialog.getByRole('combobox', { name: label }).textContent;
const sent = () =>
  server.received
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/models'))
    .map(({ body }) => JSON.parse(body));

test('a chosen task keeps its metric, and unchanged settings are listed', async () => {
  trained();
  draw();
  const dialog = await opened();
  await dialog.findByText(/Seed: 7/);
  dialog.getByRole('button', { name: 'Include ssn' });
  await waitFor(() => expect(shows(dialog, 'Task')).toBe('Multiclass classification'));
  // The data checks have loaded by now.
  await dialog.findByText(/alone predicts the target/);
  await dialog.findByText('Log loss', { selector: '[role=combobox] *' });
  fireEvent.click(dialog.getByRole('button', { name: 'Train' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    ...{ datasetId: learned.id, task: 'multiclass', metric: 'log_loss', excludedColumns: ['ssn'], seed: 7 },
  });
  await screen.findByText('Model training started!');
});

test('detects the task again for another target', async () => {
  trained();
  draw();
  const dialog = await opened();
  await waitFor(() => expect(shows(dialog, 'Task')).toBe('Multiclass classification'));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Target column' }));
  fireEvent.click(await screen.findByRole('option', { name: /^age/ }));
  await waitFor(() => expect(shows(dialog, 'Task')).toBe('Automatic'));
});

const estimated = () =>
  server.received.flatMap(({ path, body }) => (path.endsWith('/estimate') ? [JSON.parse(body)] : []));

test('includes an excluded column again, also in the estimate', async () => {
  trained();
  draw();
  const dialog = await opened();
  await waitFor(() => expect(estimated().at(-1)).toMatchObject({ excludedColumns: ['ssn'], seed: 7 }));
  fireEvent.click(dialog.getByRole('button', { name: 'Include ssn' }));
  await waitFor(() => expect(estimated().at(-1)).toMatchObject({ excludedColumns: [] }));
  fireEvent.click(dialog.getByRole('button', { name: 'Train' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ excludedColumns: [], seed: 7 });
});

test('drops excluded columns that another table lacks or that are the target', async () => {
  trained({ excludedColumns: ['ssn', 'age'] });
  draw();
  const dialog = await opened();
  await dialog.findByRole('button', { name: 'Include ssn' });
  fireEvent.click(dialog.getByRole('combobox', { name: 'Dataset' }));
  fireEvent.click(await screen.findByRole('option', { name: /^Other/ }));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Include ssn' })).toBeNull());
  dialog.getByRole('button', { name: 'Include age' });
  fireEvent.click(dialog.getByRole('combobox', { name: 'Target column' }));
  fireEvent.click(await screen.findByRole('option', { name: /^age/ }));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Include age' })).toBeNull());
  fireEvent.click(dialog.getByRole('button', { name: 'Train' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ datasetId: other.id, targetColumn: 'age', excludedColumns: [] });
});

test('excludes a leaking column with one click', async () => {
  trained();
  lint = {
    status: 'ready',
    report: { ...report, findings: [{ ...leak, fix: { op: 'drop_column', column: 'age' } }] },
  };
  draw();
  const dialog = await opened();
  fireEvent.click(await dialog.findByRole('button', { name: 'Exclude age' }));
  await dialog.findByRole('button', { name: 'Include age' });
  expect(dialog.queryByText(/alone predicts the target/)).toBeNull();
  const field = dialog.getByRole('combobox', { name: /^Excluded columns/ });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.click(dialog.getByRole('button', { name: 'Train' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ excludedColumns: ['ssn', 'age'] });
});

test('starts with the dataset of the training, even if it loads late', async () => {
  trained();
  listed = [other];
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  draw();
  const dialog = await opened();
  await waitFor(() => expect(server.received.some(({ path }) => path.includes('/datasets?'))).toBe(true));
  expect(dialog.queryByRole('combobox')).toBeNull();
  release();
  await waitFor(() => expect(shows(dialog, 'Dataset')).toBe('Learned'));
});

test('finds a dataset beyond the first hundred by name', async () => {
  trained();
  listed = Array.from({ length: 130 }, (_, at) => aTable(`Sales ${String(at).padStart(3, '0')}`, ['stars']));
  const { user } = draw();
  const dialog = await opened();
  await user.click(await dialog.findByRole('combobox', { name: 'Dataset' }));
  await screen.findByRole('option', { name: /^Sales 099/ });
  expect(screen.queryByRole('option', { name: /^Sales 120/ })).toBeNull();
  await user.keyboard('120');
  await user.click(await screen.findByRole('option', { name: /^Sales 120/ }, { timeout: 5_000 }));
  await waitFor(() => expect(shows(dialog, 'Dataset')).toMatch(/^Sales 120/));
});

test('reports a deleted dataset and selects none', async () => {
  trained({}, null);
  draw();
  const dialog = await opened();
  await dialog.findByText('The dataset of v3 was deleted. Choose another dataset.');
  expect(shows(dialog, 'Dataset')).not.toMatch(/Other|Learned/);
  fireEvent.click(dialog.getByRole('button', { name: 'Train' }));
  await dialog.findByText('Dataset is required');
  expect(sent()).toEqual([]);
});

test("an uploaded model without its dataset can't be re-scored, with the reason", async () => {
  trained({ modelType: 'custom', onnx: { filename: 'm.onnx', sha256: 'a'.repeat(64) } as never }, null);
  draw();
  const button = screen.getByRole('button', { name: 'Retrain' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.textContent).toContain('was deleted');
});

test('reloads a model after a failure', async () => {
  trained();
  modelStatus = 500;
  draw();
  const dialog = await opened();
  await dialog.findByRole('alert');
  modelStatus = 200;
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/Kept from v3/);
});

test.each([
  ['running', report, 'Checking your data…'],
  ['running', null, 'Checking your data…'],
  ['error', report, /Data checks failed/],
] as const)('reports a leak check that is %s for the report %j', async (status, known, said) => {
  trained();
  lint = { status, report: known };
  draw();
  const dialog = await opened();
  await dialog.findByText(said);
  lint = { status: 'ready', report };
  await queryClient.invalidateQueries();
  await waitFor(() => expect(dialog.queryByText(said)).toBeNull());
});

test('explains why a version without the cause could not be created', async () => {
  trained({ excludedColumns: [] });
  lint = {
    status: 'ready',
    report: { ...report, findings: [{ ...leak, fix: { op: 'drop_column', column: 'age' } }] },
  };
  version = aTable('Learned', ['stars']);
  draw();
  const dialog = await opened();
  fireEvent.click(await dialog.findByRole('button', { name: /^Drop column/ }));
  await dialog.findByText('Creating the cleaned version. It is selected here when it is ready.');
  version = { ...version, status: 'error', error: { code: 'COLUMN_NOT_FOUND', message: 'No such column.' } };
  await queryClient.invalidateQueries();
  expect((await dialog.findByRole('alert')).textContent).toContain('No such column.');
});

test('offers fixes while the leak check runs and announces more', async () => {
  trained({ excludedColumns: [] });
  const findings: LintFinding[] = ['ssn', 'age'].map((column) => ({
    ...{ code: 'CONSTANT_COLUMN', severity: 'warning', column, message: '', rows: [], lines: [] },
    fix: { op: 'drop_column', column },
  }));
  if (learned.profile) learned.profile.findings = findings;
  lint = { status: 'running', report };
  draw();
  const dialog = await opened();
  await dialog.findByRole('button', { name: 'Apply all 2 fixes' });
  const said = 'Data checks are still running. More fixes may appear.';
  dialog.getByText(said);
  lint = { status: 'ready', report };
  await queryClient.invalidateQueries();
  await waitFor(() => expect(dialog.queryByText(said)).toBeNull());
  dialog.getByRole('button', { name: 'Apply all 2 fixes' });
});

/** A binary target whose rarer class the data checks would choose. */
const answered = () => {
  const column = learned.profile?.columns.find(({ name }) => name === 'stars');
  if (!column) throw new Error('the table has no target');
  const two = { ...column, type: 'category' as const, distinct: 2, min: null, max: null };
  const topValues = [
    { value: 'nein', count: 70 },
    { value: 'ja', count: 30 },
  ];
  Object.assign(column, two, { topValues, examples: ['nein', 'ja'] });
  lint = { status: 'ready', report: { ...report, task: 'binary', positive: 'ja' } };
};

test('shows the default positive class and allows another', async () => {
  answered();
  trained({ task: 'auto' });
  draw();
  const dialog = await opened();
  await waitFor(() => expect(shows(dialog, 'Positive class')).toBe('Automatic (ja)'));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Positive class' }));
  fireEvent.click(await screen.findByRole('option', { name: 'nein' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Train' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ targetColumn: 'stars', positiveLabel: 'nein' });
});

test('trains one model per label of cells with several labels', async () => {
  trained({ task: 'auto' });
  lint = { status: 'ready', report: { ...report, task: 'multiclass', labels: ['billing', 'login'] } };
  draw();
  const dialog = await opened();
  await waitFor(() => expect(shows(dialog, 'Label')).toBe('All combinations'));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Label' }));
  fireEvent.click(await screen.findByRole('option', { name: 'login' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Train' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ targetColumn: 'stars', targetLabel: 'login' });
});

test('keeps a chosen positive class until the target changes', async () => {
  answered();
  trained({ task: 'binary', positiveLabel: 'nein' });
  draw();
  const dialog = await opened();
  await waitFor(() => expect(shows(dialog, 'Positive class')).toBe('nein'));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Target column' }));
  fireEvent.click(await screen.findByRole('option', { name: /^age/ }));
  await waitFor(() => expect(dialog.queryByRole('combobox', { name: 'Positive class' })).toBeNull());
  fireEvent.click(dialog.getByRole('button', { name: 'Train' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).not.toHaveProperty('positiveLabel');
});
