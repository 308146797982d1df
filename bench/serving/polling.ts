import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cellName, cells, measure, warmUp } from './measure.ts';
import { floor } from './peers.ts';
import { signingKey, startRowcast } from './rowcast.ts';
import { type Served, serve } from './served.ts';
import { makeTable } from './table.ts';

/** What waiting awake saves and costs (docs/adr/0033): Rowcast with it and without, in turn, beside the bare process. */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '7' },
    /** As many programs as cores beside it that never rest, as nice as a training is. */
    busy: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const folder = mkdtempSync(join(tmpdir(), 'rowcast-bench-'));
const started: Served[] = [];
const others: ChildProcess[] = [];

try {
  const table = await makeTable(folder, signingKey);
  for (const [name, microseconds] of [
    ['asleep', '0'],
    ['awake', '500'],
  ] as const) {
    // The api runs light models itself, without a model server to wait for.
    const environment = { BUSY_POLL_MICROSECONDS: microseconds, LIGHT_MODELS_MB: '0' };
    started.push({ ...(await startRowcast(table, [table.bundleHash], environment)), name });
  }
  started.push(await serve(await floor(), table));
  for (const server of started) await warmUp(server, table);
  if (options.busy)
    for (let core = 0; core < availableParallelism(); core++)
      others.push(spawn('nice', ['-n', '3', process.execPath, '-e', 'for (;;) {}'], { stdio: 'ignore' }));
  for (const cell of cells) {
    console.log(`\n${cellName(cell)}`);
    for (const [name, found] of await measure(started, table, { cell, seconds, rounds })) {
      const { requestsPerSecond, p50Ms, p99Ms, cpuUsPerRequest } = found;
      const figures = `${requestsPerSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
      console.log(`  ${name.padEnd(16)}${figures}, ${cpuUsPerRequest.toFixed(0)} us of CPU`);
    }
  }
} finally {
  for (const other of others) other.kill('SIGKILL');
  for (const server of started.reverse()) await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
