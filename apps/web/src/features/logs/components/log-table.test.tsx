import type { LoggedCall } from '@rowcast/contracts/domain/apis/request-log';
import { within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { LogTable } from './log-table.tsx';

beforeAll(() => startWords('logs'));

const call = (id: string, warnings: number | null, failedRows: number | null = null): LoggedCall => ({
  ...{ id, apiId: 'api_1', at: '2026-01-01T00:00:00Z', status: 200, code: null, rows: 2, latencyMs: 3 },
  ...{ keyId: null, keyName: null, modelId: null, modelVersion: 1, label: 'stable', requestId: null },
  warnings,
  failedRows,
});

test.each([
  [
    'warnings says how many',
    /warning/,
    [call('prd_1', 2, 3), call('prd_2', 1), call('prd_3', 0), call('prd_4', null)],
    ['2 warnings', '1 warning', null, null],
  ],
  [
    'rows that failed says how many',
    /failed/,
    [call('prd_1', 2, 3), call('prd_2', 0, 1), call('prd_3', 0, 0), call('prd_4', 0)],
    ['3 rows failed', '1 row failed', null, null],
  ],
])('shows a request with %s in its row', (_what, said, rows, expected) => {
  const { getAllByRole } = renderScreen(
    <LogTable
      rows={rows}
      loading={false}
      error={null}
      onRetry={() => null}
      onOpen={() => undefined}
      empty={null}
    />,
  );
  const [, ...lines] = getAllByRole('row');
  expect(lines.map((line) => within(line).queryByText(said)?.textContent ?? null)).toEqual(expected);
});
