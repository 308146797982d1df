import { act, render } from '@testing-library/react';
import { ComposedChart } from 'recharts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { Mark } from './chart-mark.tsx';
import { type ChartAxis, type ChartRow, dashesOf, type Series } from './chart-series.ts';
import { LineChart } from './charts.tsx';

beforeAll(() => startWords());

/** Exports the chart's table as a file. */
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

test('exports exact numbers without the points beyond the table', async () => {
  const rows = [
    { x: 1234.5678, y: 1 },
    { x: 2345.6789, y: 2 },
  ];
  expect(await saved(rows, {}, [{ x: 3456.7891, y: 2 }])).toBe('Along,Up\n1234.5678,1\n2345.6789,2\n');
});

test('exports moments as displayed', async () => {
  expect(await saved([{ x: 1234.5678, y: 1 }], { time: 'moments' })).toBe('Along,Up\n1235,1\n');
});

const named = (...keys: string[]): Series[] => keys.map((key) => ({ key, label: key }));
const rows = [
  { x: 0, a: 1, b: 2, c: 3, d: 4 },
  { x: 1, a: 2, b: 3, c: 4, d: 5 },
];
const legendDashes = (page: HTMLElement) =>
  [...page.querySelectorAll('li')].map((one) => one.querySelector('path')?.getAttribute('stroke-dasharray'));

test('each line has its own dashes in the chart and the legend', async () => {
  const series = named('a', 'b', 'c', 'd');
  const { container } = renderScreen(
    <LineChart title="Lines" rows={rows} x={{ key: 'x', label: 'x' }} series={series} />,
  );
  const [first, ...others] = legendDashes(container);
  expect(first).toBeUndefined();
  expect(new Set(others.filter(Boolean)).size).toBe(3);
  const dashes = dashesOf('line', series);
  const drawn = render(
    <ComposedChart width={300} height={200} data={rows}>
      {series.map((one) => (
        <Mark key={one.key} kind="line" series={one} colour="red" dashes={dashes(one)} />
      ))}
    </ComposedChart>,
  );
  const lines = [...drawn.container.querySelectorAll('path.recharts-line-curve')];
  expect(lines.map((line) => line.getAttribute('stroke-dasharray') ?? undefined)).toEqual([first, ...others]);
});

test('a single line is solid, as are points and bars', () => {
  const [line, other] = named('a', 'b') as [Series, Series];
  for (const beside of [
    { ...other, reference: true },
    { ...other, mark: 'points' as const },
  ]) {
    const dashes = dashesOf('line', [beside, line]);
    expect([dashes(beside), dashes(line)]).toEqual([undefined, undefined]);
  }
  expect(dashesOf('bar', [line, other])(other)).toBeUndefined();
});

test('the table switch states its action, not its pressed state', async () => {
  const { getByRole, findByRole } = renderScreen(
    <LineChart title="Lines" rows={rows} x={{ key: 'x', label: 'x' }} series={named('a')} />,
  );
  const asTable = getByRole('button', { name: 'View as table' });
  await act(async () => asTable.click());
  expect((await findByRole('button', { name: 'View as chart' })).hasAttribute('aria-pressed')).toBe(false);
});
