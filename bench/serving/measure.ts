import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, load } from './load.ts';
import { answersRight, type Served } from './server-under-test.ts';
import type { Table } from './table.ts';
import { cpuUs } from './usage.ts';

export const cells = [
  { rows: 1, connections: 1 },
  { rows: 1, connections: 16 },
  { rows: 100, connections: 1 },
  { rows: 100, connections: 16 },
] as const;
export type Cell = (typeof cells)[number];

export const cellName = ({ rows, connections }: Cell) =>
  `${rows === 1 ? 'one row' : `${rows} rows`}, ${connections} connection${connections === 1 ? '' : 's'}`;

export type Measured = Load & { cpuUsPerRequest: number };

export type Slice = { cell: Cell; seconds: number; rounds: number };

const distinctBodies = 40;
const warmUpSeconds = 10;

/** Busy for a while before anything counts: just-in-time compilers and pools of connections need it. */
export async function warmUp({ target, body }: Served, { rows }: Table): Promise<void> {
  const bodies = rows.slice(0, distinctBodies).map((row) => body([row]));
  for (const connections of [16, 1]) await load(target, bodies, connections, warmUpSeconds / 2);
}

/**
 * Loads the servers one after another, round after round, so that other load affects all equally; of
 * each server's rounds the one with the median processor time counts.
 */
export async function measure(
  servers: readonly Served[],
  table: Table,
  { cell, seconds, rounds }: Slice,
): Promise<Map<string, Measured>> {
  const taken = new Map<string, Measured[]>(servers.map(({ name }) => [name, []]));
  for (const server of servers) {
    if (!(await answersRight(server, table, cell.rows)))
      throw new Error(`${server.name} refuses ${cellName(cell)}`);
  }
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) taken.get(server.name)?.push(await slice(server, table, cell, seconds));
  }
  return new Map([...taken].map(([name, all]) => [name, median(all)]));
}

async function slice(server: Served, table: Table, cell: Cell, seconds: number): Promise<Measured> {
  const bodies = Array.from({ length: distinctBodies }, (_, at) => {
    const from = (at * cell.rows) % (table.rows.length - cell.rows);
    return server.body(table.rows.slice(from, from + cell.rows));
  });
  await load(server.target, bodies, cell.connections, 0.3);
  await sleep(50);
  const pids = server.pids();
  const before = cpuUs(pids);
  const result = await load(server.target, bodies, cell.connections, seconds);
  return { ...result, cpuUsPerRequest: (cpuUs(pids) - before) / result.requests };
}

function median(all: Measured[]): Measured {
  const sorted = all.toSorted((a, b) => a.cpuUsPerRequest - b.cpuUsPerRequest);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return { ...middle, failed: all.reduce((sum, { failed }) => sum + failed, 0) };
}
