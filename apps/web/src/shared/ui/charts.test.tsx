import { act } from '@testing-library/react';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../test/render.tsx';
import type { ChartAxis, ChartRow } from './chart-series.ts';
import { LineChart } from './charts.tsx';

beforeAll(() => startWords());

/** The table of a chart, as a file. */
async function saved(rows: ChartRow[], x: Partial<ChartAxis>, beyond: ChartRow[] = []): Promise<string> {
  const { user, findByRole } = renderScreen(
    <LineChart
      title="Course"
      rows={rows}
      beyond={beyond}
      x={{ key: 'x', label: 'Along', format: (value) => Number(value).toFixed(0), ...x }}
      series={[{ key: 'y', label: 'Up' }]}
    />,
  );
  const asTable = await findByRole('button', { name: 'View as table' });
  await act(async () => asTable.click());
  const save = await findByRole('button', { name: 'CSV: Course' });
  const files: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, { createObjectURL: (blob: Blob) => files.push(blob) }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  await user.click(save);
  return (await files[0]?.text()) ?? '';
}

test('numbers along a chart are saved exactly, and where a line only goes on to is not saved', async () => {
  const rows = [
    { x: 1234.5678, y: 1 },
    { x: 2345.6789, y: 2 },
  ];
  expect(await saved(rows, {}, [{ x: 3456.7891, y: 2 }])).toBe('Along,Up\n1234.5678,1\n2345.6789,2\n');
});

test('moments along a chart are saved as they are shown', async () => {
  expect(await saved([{ x: 1234.5678, y: 1 }], { time: 'moments' })).toBe('Along,Up\n1235,1\n');
});
