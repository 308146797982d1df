import { afterEach, beforeAll, beforeEach, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { CallSheet } from './call-sheet.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let latencyMs: number | null;
const call = {
  ...{ id: 'prd_1', apiId: hexId('api'), at: '2026-01-01T00:00:00Z', status: 200, code: null, rows: 4 },
  ...{ keyId: null, keyName: null, modelId: null, modelVersion: 1, label: 'stable', requestId: null },
  ...{
    warnings: null,
    contentType: 'text/csv',
    request: null,
    response: null,
    masked: false,
    replayable: false,
  },
};

beforeAll(() => startWords('logs'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(() => ({ status: 200, json: { ...call, latencyMs } }));
});
afterEach(() => server.stop());

test.each<[string, number | null, RegExp]>([
  ['a stream, which no setting keeps', null, /^A stream: what was sent and answered is never kept/],
  ['another call', 3, /Settings say whether it is/],
])('why nothing was kept is said of %s', async (_name, latency, said) => {
  latencyMs = latency;
  const { findByText } = renderScreen(<CallSheet apiId={call.apiId} callId="prd_1" onClose={() => {}} />);
  await findByText(said);
});
