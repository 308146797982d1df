import type { Cell, Measured } from './measure.ts';
import { cellName, cells } from './measure.ts';

export type Server = {
  coldStartMs: number;
  idleMb: number;
  measuredAt: string;
  cells: Record<string, Measured>;
};
export type Results = Record<string, Server>;

const contenders = ['mlflow', 'bentoml', 'mlserver'];
const columns = ['requests/s', 'p50 ms', 'p99 ms', 'CPU us', 'failed'];

export function printTable(results: Results): void {
  for (const cell of cells) {
    console.log(`\n${cellName(cell).padEnd(24)}${columns.map((name) => name.padStart(12)).join('')}`);
    for (const [name, server] of Object.entries(results)) {
      const found = server.cells[cellName(cell)];
      if (!found) continue;
      const { requestsPerSecond, p50Ms, p99Ms, cpuUsPerRequest, failed } = found;
      const figures = [
        requestsPerSecond.toFixed(0),
        p50Ms.toFixed(2),
        p99Ms.toFixed(2),
        cpuUsPerRequest.toFixed(0),
        failed,
      ];
      console.log(`  ${name.padEnd(22)}${figures.map((figure) => `${figure}`.padStart(12)).join('')}`);
    }
  }
  console.log(
    `\n${'Start and memory'.padEnd(24)}${'cold s'.padStart(12)}${'idle MB'.padStart(12)}   measured`,
  );
  for (const [name, { coldStartMs, idleMb, measuredAt }] of Object.entries(results))
    console.log(
      `  ${name.padEnd(22)}${(coldStartMs / 1000).toFixed(2).padStart(12)}${idleMb.toFixed(0).padStart(12)}   ${measuredAt}`,
    );
}

type Wish = { what: string; found: number; wanted: number; more: boolean };

function wishes(results: Results): Wish[] {
  const at = (name: string, cell: Cell) => results[name]?.cells[cellName(cell)];
  const best = (cell: Cell, pick: (found: Measured) => number, choose: (...all: number[]) => number) =>
    choose(...contenders.flatMap((name) => at(name, cell) ?? []).map(pick));
  const own = (cell: Cell) => at('rowcast', cell);
  const rate = ({ requestsPerSecond }: Measured) => requestsPerSecond;
  const faster = (cell: Cell, wanted: number): Wish => ({
    what: `${cellName(cell)}: requests a second, times the best of ${contenders.join(', ')}`,
    found: (own(cell)?.requestsPerSecond ?? 0) / best(cell, rate, Math.max),
    wanted,
    more: true,
  });
  const steadier = (cell: Cell): Wish => ({
    what: `${cellName(cell)}: p99, share of their best`,
    found: (own(cell)?.p99Ms ?? Number.NaN) / best(cell, ({ p99Ms }) => p99Ms, Math.min),
    wanted: 0.1,
    more: false,
  });
  const [one, oneBusy, hundred, hundredBusy] = cells;
  const cpu = (name: string) => at(name, oneBusy)?.cpuUsPerRequest ?? Number.NaN;
  return [
    faster(one, 20),
    faster(oneBusy, 10),
    steadier(one),
    steadier(oneBusy),
    {
      what: `${cellName(oneBusy)}: CPU, times the bare process`,
      found: cpu('rowcast') / cpu('bare process'),
      wanted: 1.5,
      more: false,
    },
    {
      what: 'key, limit and log: us of CPU a request',
      found: cpu('rowcast') - cpu('no key, limit, log'),
      wanted: 45,
      more: false,
    },
    faster(hundred, 6),
    faster(hundredBusy, 3),
  ];
}

/** Prints each ratio beside what the issue wants; true when all hold. */
export function printRatios(results: Results): boolean {
  console.log('');
  const all = wishes(results).map(({ what, found, wanted, more }) => {
    const holds = more ? found >= wanted : found <= wanted;
    const verdict = Number.isFinite(found) ? (holds ? 'holds' : 'MISSED') : 'not measured';
    console.log(
      `${what.padEnd(78)}${found.toFixed(2).padStart(8)}   wanted ${more ? '>=' : '<='} ${wanted}   ${verdict}`,
    );
    return holds;
  });
  printPace(results);
  return all.every(Boolean);
}

/** Microseconds that one call takes the bare process on the machine by which those wanted were set. */
const paceUs = 192;

function printPace(results: Results): void {
  const took = (name: string) => results[name]?.cells[cellName(cells[1])]?.cpuUsPerRequest ?? Number.NaN;
  const pace = paceUs / took('bare process');
  const own = (took('rowcast') - took('no key, limit, log')) * pace;
  console.log(
    `\nPace of this machine: ${pace.toFixed(2)} of the one by which the us were set (bare process: ${paceUs} us).` +
      ` Key, limit and log would take ${own.toFixed(0)} us there.`,
  );
}
