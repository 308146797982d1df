import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import { screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../../test/factories/api.ts';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { aUser } from '../../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { type Upload, useUploads } from '../../upload/uploads.ts';
import { DatasetList } from './dataset-list.tsx';

const churn = hexId('api');
const prices = hexId('api');
let server: Awaited<ReturnType<typeof startLocalServer>>;
let listed: DatasetDetail[];
let total: number;

beforeAll(() => startWords('datasets'));
beforeEach(async () => {
  resetRequestGuard();
  useUploads.setState({ uploads: [] });
  listed = [];
  total = 0;
  server = await startLocalServer(({ path }) => {
    if (!path.includes('/datasets?')) return { status: 200, json: aUser({}) };
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
    const pagination = { page, limit: 10, total, totalPages: Math.ceil(total / 10) };
    return { status: 200, json: { data: listed.slice((page - 1) * 10, page * 10), pagination } };
  });
});
afterEach(() => server.stop());

const draw = (search = '', apiId = churn) =>
  renderScreen(
    <NuqsTestingAdapter searchParams={search} hasMemory>
      <DatasetList apiId={apiId} />
    </NuqsTestingAdapter>,
    '/asha',
  );
const neverAgain = () => ({ id: '', finished: Promise.reject(new Error('Not sent again')) });
const anUpload = (part: Partial<Upload>): Upload => ({
  ...{ id: hexId('up'), workspace: undefined, apiId: churn, name: 'May', file: new File(['a'], 'may.csv') },
  ...{
    sentBytes: 0,
    totalBytes: 1,
    startedAt: 0,
    error: undefined,
    cancel: () => undefined,
    again: neverAgain,
  },
  ...part,
});
const asked = () => server.received.map(({ path }) => path).filter((path) => path.includes('/datasets?'));

test.each([
  ['an upload to another API runs', '', anUpload({ apiId: prices }), 'No datasets yet'],
  ['an upload to another workspace runs', '', anUpload({ workspace: 'ines' }), 'No datasets yet'],
  ['an upload has failed', '', anUpload({ error: new Error('The line was cut') }), 'No datasets yet'],
  ['nothing fits the filters', 'search=x', anUpload({}), 'No datasets match the filters'],
])('shows an empty list while %s', async (_what, search, upload, said) => {
  useUploads.setState({ uploads: [upload] });
  draw(search);
  await screen.findByText(said);
});

test('an empty list shows only a running upload', async () => {
  useUploads.setState({ uploads: [anUpload({})] });
  draw();
  await screen.findByText('May');
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.queryByText('No datasets yet')).toBeNull();
});

test('the server sorts and filters all datasets', async () => {
  listed = [aTable('beta', ['a']), aTable('alpha', ['a'])];
  total = 2;
  const { user } = draw('page=1');
  await screen.findByText('beta');
  await user.click(screen.getByRole('button', { name: 'Rows' }));
  await waitFor(() => expect(asked().at(-1)).toMatch(/sort=rows&order=desc/));
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Error' }));
  await waitFor(() => expect(asked().at(-1)).toMatch(/status=error/));
  expect(asked().at(-1)).toMatch(/sort=rows&order=desc/);
  const names = screen.getAllByRole('row').map((row) => /alpha|beta/.exec(row.textContent ?? '')?.[0]);
  expect(names).toEqual([undefined, 'beta', 'alpha']);
});

test('a row offers to train: the next step of a dataset without an API, otherwise the dialog of its API', async () => {
  listed = [aTable('beta', ['a']), { ...aTable('alpha', ['a']), apiId: churn }];
  draw();
  const place = async (name: string) =>
    (await screen.findByRole('link', { name: `Train a model on ${name}` })).getAttribute('href');
  expect(await place('beta')).toContain(`/start/${listed[0]?.id}`);
  expect(await place('alpha')).toContain(`/apis/${churn}/models?train=${listed[1]?.id}`);
});

test('a page past the end is replaced by the last page', async () => {
  listed = Array.from({ length: 20 }, (_, at) => aTable(`Table ${at + 1}`, ['a']));
  total = 20;
  draw('page=3');
  await screen.findByText('Table 20');
  screen.getByText('11–20 of 20');
  expect(screen.queryByText('No datasets yet')).toBeNull();
});
