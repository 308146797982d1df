import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { automlPython } from '@rowcast/tooling/stack/paths';
import { peerNames, peersFolder } from './environments.ts';
import { cellName, cells, measure, warmUp } from './measure.ts';
import { floor, peers } from './peers.ts';
import { printRatios, printTable, type Results } from './report.ts';
import { signingKey, startRowcast, unguarded } from './rowcast.ts';
import { type Served, serve } from './server-under-test.ts';
import { makeTable, run, type Table } from './table.ts';
import { memoryMb } from './usage.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    /** Peers' figures: written after a whole run, read instead of measuring them when --kept is given. */
    file: { type: 'string', default: join(tmpdir(), 'rowcast-bench-serving.json') },
    kept: { type: 'boolean', default: false },
    /** Fails when a ratio misses what is wanted. */
    check: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const folder = mkdtempSync(join(tmpdir(), 'rowcast-bench-'));
const results: Results = {};
const kept: Results =
  options.kept && existsSync(options.file) ? JSON.parse(readFileSync(options.file, 'utf8')) : {};

const started: Served[] = [];

try {
  const table = await makeTable(folder, signingKey);
  for (const name of peerNames) {
    const known = kept[name];
    if (known) results[name] = known;
    else await take(await serve(await peers[name](table), table), table);
  }
  const rowcast = await startRowcast(table);
  await take(rowcast, table);
  await take(await serve(await floor(), table), table);
  const open = await serve(await unguarded(rowcast, table), table);
  const { pids } = open;
  await take({ ...open, pids: () => [...pids(), rowcast.modelServerPid()] }, table);
  // Interleaved rounds, so that other load on the machine affects all equally.
  for (const cell of cells) {
    for (const [name, found] of await measure(started, table, { cell, seconds, rounds })) {
      const server = results[name];
      if (server) server.cells[cellName(cell)] = found;
    }
  }
  const peersAlone = peerNames.flatMap((name) => (results[name] ? [[name, results[name]]] : []));
  writeFileSync(options.file, JSON.stringify(Object.fromEntries(peersAlone), null, 1));
  printTable(results);
  await printFloor(table);
  const all = printRatios(results);
  process.exitCode = all || !options.check ? 0 : 1;
} finally {
  for (const server of started.reverse()) await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Warms a server up and notes what it takes before any load. */
async function take(server: Served, table: Table): Promise<void> {
  const { name, coldStartMs, pids } = server;
  started.push(server);
  console.log(`${name} answers (load of the machine ${loadavg()[0]?.toFixed(1)})`);
  results[name] = { coldStartMs, idleMb: memoryMb(pids()), measuredAt: new Date().toISOString(), cells: {} };
  await warmUp(server, table);
}

async function printFloor(table: Table): Promise<void> {
  const env = { ...process.env, BENCH_FOLDER: table.folder };
  const { stdout } = await run(automlPython, [join(peersFolder, 'floor_call.py')], { env });
  const took = JSON.parse(stdout) as Record<string, number>;
  const [one, hundred] = [took[1]?.toFixed(0), took[100]?.toFixed(0)];
  console.log(`\nOne call of onnxruntime by itself: ${one} us for one row, ${hundred} us for 100`);
}
