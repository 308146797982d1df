import type { ServerResponse } from 'node:http';
import type { Role } from '@rowcast/contracts/domain/people/user';
import { fireEvent, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { useFileRuns } from '../file-runs.ts';
import { FilePanel } from './file-panel.tsx';

const apiId = hexId('api');
const csv = new File(['age\n4\n5\n'], 'may.csv');
const answers = 'prediction,error\n40,\n50,\n';
const logged = {
  ...{ id: 'prd_1', apiId, at: '2026-01-01T00:00:00Z', status: 200, code: null, rows: 2, failedRows: 0 },
  ...{ warnings: null, latencyMs: null, keyId: null, keyName: null, modelId: null, modelVersion: 1 },
  ...{ label: 'stable', requestId: 'request-1' },
};

let role: Role;
let saved: Blob[];
let log: (typeof logged)[];
let respond: (response: ServerResponse) => { status: number; json: unknown } | undefined;
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('testing', 'datasets'));
beforeEach(async () => {
  resetRequestGuard();
  useFileRuns.setState({ runs: {} });
  role = 'tester';
  saved = [];
  log = [logged];
  respond = answersWithFile;
  Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) });
  const workspace = { id: hexId('ws'), slug: 'asha', name: 'Asha', formerSlugs: [], plan: 'free' };
  server = await startLocalServer(({ path }, response) => {
    if (path.endsWith('/auth/me'))
      return { status: 200, json: aUser({ workspaces: [{ ...workspace, role }] }) };
    if (path.includes('/logs?')) return { status: 200, json: { data: log, nextCursor: null, missing: null } };
    return path.endsWith(`/apis/${apiId}/test-file`) ? respond(response) : { status: 404, json: {} };
  });
});
afterEach(() => server.stop());

function answersWithFile(response: ServerResponse) {
  response.writeHead(200, {
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="may-predictions.csv"',
    'access-control-expose-headers': 'x-request-id, content-disposition',
    'x-request-id': 'request-1',
  });
  response.end(answers);
  return undefined;
}

const sent = () => server.received.filter(({ path }) => path.endsWith('/test-file'));

const draw = () =>
  renderScreen(
    <Routes>
      <Route path="/:username" element={<FilePanel apiId={apiId} />} />
    </Routes>,
    '/asha',
  );

async function predicts(page: ReturnType<typeof draw>) {
  await page.user.upload(document.querySelector('input[type=file]') as HTMLInputElement, csv);
  await page.user.click(page.getByRole('button', { name: 'Predict' }));
}

test('saves the predictions repeatedly, with their count and log entry', async () => {
  const page = draw();
  await predicts(page);
  await page.findByText('2 rows predicted.');
  expect(await Promise.all(saved.map((blob) => blob.text()))).toEqual([answers]);
  expect(sent()[0]?.body).toMatch(/name="file"; filename="may\.csv"[\s\S]*age\n4\n5\n/);
  expect(server.received.at(-1)?.path).toMatch(/search=request-1.*source=console/);
  const link = page.getByRole('link', { name: 'View in logs' });
  expect(link.getAttribute('href')).toBe(`/asha/apis/${apiId}/logs?search=request-1`);
  await page.user.click(page.getByRole('button', { name: 'Save again' }));
  expect(saved).toHaveLength(2);
  // Also a toast, for users on another screen.
  await waitFor(() => expect(page.getAllByText('Saved as may-predictions.csv')).toHaveLength(2));
});

test.each([
  ['rows that failed are counted', [{ ...logged, failedRows: 1 }], /^1 of 2 rows failed/],
  [
    'distinguishes an interrupted response from a complete one',
    [{ ...logged, status: 502 }],
    /stopped after 2 rows/,
  ],
  ['what was not counted is not made up', [], /^In the results file, each failed row/],
])('%s', async (_what, has, said) => {
  log = has;
  const page = draw();
  await predicts(page);
  // The interruption is also shown as a toast.
  expect((await page.findAllByText(said)).length).toBeGreaterThan(0);
  expect(saved).toHaveLength(1);
});

test("a file that is refused is so in the model server's words, and may be sent again", async () => {
  const message = "The first line of the CSV body names none of the model's fields: colour …";
  const error = { error: { code: 'INSTANCES_INVALID' }, message, detail: message, requestId: 'req_1' };
  respond = () => ({ status: 422, json: error });
  const page = draw();
  await predicts(page);
  expect((await page.findByRole('alert')).textContent).toBe(`Failed to predict the file${message}`);
  expect(saved).toEqual([]);
  respond = answersWithFile;
  await page.user.click(page.getByRole('button', { name: 'Predict' }));
  await page.findByText('2 rows predicted.');
  expect(page.queryByRole('alert')).toBeNull();
});

test.each([
  ['may.parquet', 'PAR1', /may\.parquet is not a supported format\. Save the table as uncompressed CSV/],
  ['may.csv.gz', 'x', /Save the table as uncompressed CSV/],
  ['may.csv', '', 'The file is empty.'],
])('does not send %s of %j', async (name, content, said) => {
  const page = draw();
  const place = page.getByText('Drop a file here or choose one');
  fireEvent.drop(place, { dataTransfer: { files: [new File([content], name)] } });
  await page.findByText(said);
  expect(page.getByRole('button', { name: 'Predict' })).toHaveProperty('disabled', true);
});

test('continues on other screens, shows progress and can be cancelled', async () => {
  let brokenOff = false;
  respond = (response) => {
    response.on('close', () => {
      brokenOff = true;
    });
    // Sent bytes count only once the response headers arrive.
    response.flushHeaders();
    return undefined;
  };
  const first = draw();
  await predicts(first);
  await first.findByRole('progressbar', { name: 'Predicting may.csv' });
  first.unmount();
  const page = draw();
  expect(page.getByRole('progressbar', { name: 'Predicting may.csv' })).toBeTruthy();
  expect(page.getByRole('button', { name: 'Predict' })).toHaveProperty('disabled', true);
  await page.user.click(page.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(brokenOff).toBe(true));
  await waitFor(() => expect(page.queryByRole('progressbar')).toBeNull());
  expect(page.queryByRole('alert')).toBeNull();
  expect(saved).toEqual([]);
});

test('explains why a user may not test', async () => {
  role = 'viewer';
  const page = draw();
  await waitFor(() =>
    expect(page.getByRole('button', { name: 'Predict' }).getAttribute('aria-disabled')).toBe('true'),
  );
  await predicts(page);
  expect(sent()).toEqual([]);
});
