import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Load, load, quantile } from './load.ts';
import { warmUp } from './measure.ts';
import { type Rowcast, signingKey, startRowcast } from './rowcast.ts';
import { makeTable, type Table } from './table.ts';
import { memoryMb } from './usage.ts';

const connections = 16;
const share = 0.7;
/** Seconds. */
const turn = 5;
const { values: options } = parseArgs({
  options: {
    /** Of the load with a deployment every second, and of as much without, by turns. */
    seconds: { type: 'string', default: '60' },
    /** Of mixed load at capacity. */
    soak: { type: 'string', default: '300' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'rowcast-bench-'));
try {
  const table = await makeTable(folder, signingKey, 2);
  const rowcast = await startRowcast(table, table.bundleHashes);
  try {
    await warmUp(rowcast, table);
    let answered = await swaps(rowcast, table, Number(options.seconds));
    answered += await soak(rowcast, table, Number(options.soak));
    await countLog(rowcast, answered);
  } finally {
    await rowcast.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function bodiesOf(rowcast: Rowcast, { rows }: Table, size: number): string[] {
  return Array.from({ length: 40 }, (_, at) => rowcast.body(rows.slice(at, at + size)));
}

/** 70 % of capacity, in peace and with the other bundle deployed every second by turns: the machine's pace wanders. */
async function swaps(rowcast: Rowcast, table: Table, seconds: number): Promise<number> {
  const bodies = bodiesOf(rowcast, table, 1);
  const before = await logged(rowcast);
  const peace: Load[] = [];
  const stir: Load[] = [];
  const full: Load[] = [];
  let deployments = 0;
  const turns = Math.ceil(seconds / turn);
  for (let done = 0; done < turns; done++) {
    const capacity = await load(rowcast.target, bodies, connections, 3);
    const perSecond = capacity.requestsPerSecond * share;
    const now = () => load(rowcast.target, bodies, connections, turn, { perSecond, keepTimes: true });
    full.push(capacity);
    peace.push(await now());
    const end = performance.now() + turn * 1000;
    const deploying = (async () => {
      while (performance.now() < end) await Promise.all([rowcast.deploy(++deployments % 2), sleep(1000)]);
    })();
    const [stirred] = await Promise.all([now(), deploying]);
    stir.push(stirred);
  }
  const p99 = (loads: Load[]) =>
    quantile(
      loads.flatMap(({ timesMs }) => timesMs).sort((a, b) => a - b),
      0.99,
    );
  const sum = (what: 'requests' | 'failed') =>
    [...peace, ...stir, ...full].reduce((total, load) => total + load[what], 0);
  const timed = peace.reduce((total, { requests }) => total + requests, 0);
  console.log(
    `\n${(timed / turns / turn).toFixed(0)} requests a second (70 % of capacity), ${deployments} deployments`,
  );
  console.log(`p99 in peace ${p99(peace).toFixed(2)} ms, with deployments ${p99(stir).toFixed(2)} ms`);
  console.log(`ratio ${(p99(stir) / p99(peace)).toFixed(2)} (wanted: under 3)`);
  console.log(`failed requests ${sum('failed')} (wanted: 0)`);
  return before + sum('requests');
}

/** One row and a hundred at once, as fast as it goes, with the memory looked at all the while. */
async function soak(rowcast: Rowcast, table: Table, seconds: number): Promise<number> {
  const looks: { at: number; mb: number }[] = [];
  const begun = performance.now();
  const looking = setInterval(
    () => looks.push({ at: (performance.now() - begun) / 60_000, mb: memoryMb(rowcast.pids()) }),
    2_000,
  );
  const [single, hundred] = await Promise.all([
    load(rowcast.target, bodiesOf(rowcast, table, 1), 12, seconds),
    load(rowcast.target, bodiesOf(rowcast, table, 100), 4, seconds),
  ]);
  clearInterval(looking);
  const settled = looks.slice(Math.floor(looks.length / 3));
  console.log(
    `\n${seconds} s of mixed load: ${single.requests} requests of one row, ${hundred.requests} of 100`,
  );
  console.log(`failed requests ${single.failed + hundred.failed} (wanted: 0)`);
  console.log(`memory ${settled.at(0)?.mb.toFixed(0)} -> ${settled.at(-1)?.mb.toFixed(0)} MB`);
  console.log(`slope ${slope(settled).toFixed(2)} MB a minute after a third of the time`);
  return single.requests + hundred.requests;
}

function slope(looks: readonly { at: number; mb: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [at, mb] = [mean(looks.map((look) => look.at)), mean(looks.map((look) => look.mb))];
  const spread = looks.reduce((sum, look) => sum + (look.at - at) ** 2, 0);
  return looks.reduce((sum, look) => sum + (look.at - at) * (look.mb - mb), 0) / spread;
}

async function countLog(rowcast: Rowcast, answered: number): Promise<void> {
  await sleep(3_000);
  const rows = await logged(rowcast);
  const verdict = rows === answered ? 'equal' : `DIFFERENT by ${rows - answered}`;
  console.log(`\nanswered ${answered}, rows in the log ${rows}: ${verdict}`);
}

async function logged({ stack }: Rowcast): Promise<number> {
  await sleep(1_500);
  const db = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });
  const { rows } = await db.query('select count(*)::int as count from request_log where status = 200');
  await db.end();
  return rows[0]?.count ?? 0;
}
