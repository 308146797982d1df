import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '@rowcast/tooling/stack/network/ports';
import { automl, automlPython } from '@rowcast/tooling/stack/paths';
import { publicKeyOf } from '@rowcast/tooling/stack/secrets';
import { type Load, load, type Target } from './load.ts';
import { form, signingKey } from './rowcast.ts';
import { serve } from './server-under-test.ts';
import { makeTable, type Table } from './table.ts';

const models = 200;
const memoryMb = 80;
const hotModels = 5;
const connections = 8;
const seconds = 5;
const rounds = 3;
const coldCallsPerSecond = 5;

const folder = mkdtempSync(join(tmpdir(), 'rowcast-bench-'));
try {
  await crowd(await makeTable(folder, signingKey, models));
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The calls of a few hot models, alone and while all the others are asked for one after another. */
async function crowd(table: Table): Promise<void> {
  const hashes = table.bundleHashes;
  const port = await freePort();
  const targetOf = (hash: string) => ({
    origin: `http://127.0.0.1:${port}`,
    path: `/bundles/${hash}/predict`,
    headers: { 'content-type': 'application/json' },
  });
  const server = await serve(
    {
      name: 'model server',
      ...form,
      command: automlPython,
      args: ['-m', 'rowcast_automl.entrypoints.serve'],
      cwd: automl,
      env: {
        STORAGE_URL: pathToFileURL(join(table.folder, 'objects')).href,
        BUNDLE_PUBLIC_KEY: publicKeyOf(signingKey),
        MODEL_SERVER_PORT: `${port}`,
        MODEL_MEMORY_MB: `${memoryMb}`,
      },
      target: targetOf(hashes[0] ?? ''),
    },
    table,
  );
  try {
    const [hot, cold] = [hashes.slice(0, hotModels), hashes.slice(hotModels)];
    const bodies = table.rows.slice(0, 40).map((row) => form.body([row]));
    const hotLoad = async (): Promise<Load[]> =>
      Promise.all(
        hot.map((hash) => load(targetOf(hash), bodies, Math.ceil(connections / hot.length), seconds)),
      );
    const found: { alone: number[]; crowded: number[] } = { alone: [], crowded: [] };
    let failed = 0;
    let calls = 0;
    const others = cold.map(targetOf);
    let next = 0;
    await hotLoad();
    for (let round = 0; round < rounds; round++) {
      for (const kind of ['alone', 'crowded'] as const) {
        const stop = new AbortController();
        // Each round goes on where the one before ended.
        const turn = [...others.slice(next), ...others.slice(0, next)];
        const asking = kind === 'crowded' ? askInTurn(turn, bodies[0] ?? '', stop.signal) : null;
        const loads = await hotLoad();
        stop.abort();
        const counted = (await asking) ?? { calls: 0, failed: 0 };
        next = (next + counted.calls) % others.length;
        calls += counted.calls;
        failed += counted.failed + loads.reduce((sum, each) => sum + each.failed, 0);
        found[kind].push(Math.max(...loads.map(({ p99Ms }) => p99Ms)));
      }
    }
    const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
    const memory = await (await fetch(`http://127.0.0.1:${port}/bundles`)).json();
    console.log(
      `${models} models, ${(memory as { bundles: unknown[] }).bundles.length} in memory, ${hotModels} hot`,
    );
    console.log(`p99 of the hot ones, alone:      ${middle(found.alone).toFixed(2)} ms`);
    console.log(
      `p99 of the hot ones, in a crowd: ${middle(found.crowded).toFixed(2)} ms (${calls} calls of others)`,
    );
    console.log(
      `ratio ${(middle(found.crowded) / middle(found.alone)).toFixed(2)}, failed requests ${failed}`,
    );
  } finally {
    await server.stop();
  }
}

async function askInTurn(targets: Target[], body: string, signal: AbortSignal) {
  const counted = { calls: 0, failed: 0 };
  for (const { origin, path, headers } of targets) {
    if (signal.aborted) break;
    const answer = await fetch(origin + path, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    counted.calls += 1;
    if (!answer.ok) counted.failed += 1;
    await sleep(1000 / coldCallsPerSecond);
  }
  return counted;
}
