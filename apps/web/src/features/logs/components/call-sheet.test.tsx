import type { loggedCallDetail } from '@rowcast/contracts/domain/apis/request-log';
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { CallSheet } from './call-sheet.tsx';

type Call = z.output<typeof loggedCallDetail>;

const apiId = hexId('api');
let server: Awaited<ReturnType<typeof startLocalServer>>;
let label: Call['label'];
let latencyMs: number | null;
let failedRows: number | null;

beforeAll(() => startWords('logs'));
beforeEach(async () => {
  resetRequestGuard();
  label = 'stable';
  latencyMs = 3;
  failedRows = null;
  server = await startLocalServer(() => {
    const call: Call = {
      ...{ id: 'prd_1', apiId, at: '2026-01-01T00:00:00Z', status: 200, code: null, rows: 1, warnings: 0 },
      failedRows,
      ...{ latencyMs, keyId: null, keyName: null, modelId: hexId('mdl'), modelVersion: 1, label },
      ...{ requestId: null, contentType: null, request: null, response: null, masked: false },
      replayable: false,
    };
    return { status: 200, json: call };
  });
});
afterEach(() => server.stop());

test.each([
  ['stable', 'v1'],
  ['candidate', 'v1 · Candidate'],
] as const)('a request of a %s names its version, not the deployment', async (was, said) => {
  label = was;
  renderScreen(<CallSheet apiId={apiId} callId="prd_1" onClose={() => null} />);
  const term = await screen.findByText('Model', { selector: 'dt' });
  expect(term.nextElementSibling?.textContent).toBe(said);
});

test.each<[string, number | null, RegExp]>([
  ['a stream, which no setting keeps', null, /^Requests and responses of streams are never stored/],
  ['another call', 3, /You can change this in the API settings/],
])('explains why the payload of %s was not stored', async (_name, latency, said) => {
  latencyMs = latency;
  const { findByText } = renderScreen(<CallSheet apiId={apiId} callId="prd_1" onClose={() => null} />);
  await findByText(said);
});

test('the scroll region is focusable and named after the sheet', async () => {
  renderScreen(<CallSheet apiId={apiId} callId="prd_1" onClose={() => null} />);
  expect((await screen.findByRole('group', { name: 'Call' })).tabIndex).toBe(0);
});

test('a stream shows how many rows failed', async () => {
  latencyMs = null;
  failedRows = 3;
  renderScreen(<CallSheet apiId={apiId} callId="prd_1" onClose={() => null} />);
  const term = await screen.findByText('Failed rows', { selector: 'dt' });
  expect(term.nextElementSibling?.textContent).toBe('3');
});
