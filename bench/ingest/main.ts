// How long a big CSV takes until it is ready, against DuckDB alone on the same file in the same run,
// and how far the memory of the API and of the worker grows meanwhile. Usage: node bench/ingest/main.ts [MB]
import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStack } from '@rowcast/testkit/stack';
import { clientOf } from '@rowcast/tooling/demo/client';
import { automlPython } from '@rowcast/tooling/stack/paths';
import { watchMemory } from './memory.ts';

const megabytes = Number(process.argv[2] ?? 200);
const rounds = 5;
const here = import.meta.dirname;
const limits = { ratio: 2, apiMegabytes: 100, workerMegabytes: 1024 };

const stack = await startStack();
const file = join(stack.folder, 'orders.csv');
python('table.py', file, `${megabytes}`);
const client = clientOf(stack.address);
const token = await signIn();
const { api, worker } = { api: stack.pid('api'), worker: stack.pid('worker') };
if (!api || !worker) throw new Error('The product is not running.');

const measured = [];
for (let round = 1; round <= rounds; round++) {
  const alone = Number(python('alone.py', file, join(stack.folder, 'alone.parquet')));
  const apiMemory = watchMemory(api);
  const workerMemory = watchMemory(worker);
  const uploaded = await upload();
  const ready = await secondsUntilReady(uploaded.id);
  apiMemory.stop();
  workerMemory.stop();
  const figures = {
    alone,
    ready,
    ratio: ready / alone,
    upload: uploaded.seconds,
    apiMegabytes: apiMemory.growth(),
    workerMegabytes: workerMemory.growth(),
  };
  measured.push(figures);
  console.log(
    `round ${round}: DuckDB alone ${alone.toFixed(2)} s, ready after ${ready.toFixed(2)} s (${figures.ratio.toFixed(2)}x), ` +
      `upload ${uploaded.seconds.toFixed(2)} s; memory grew by ${figures.apiMegabytes.toFixed(0)} MB (API), ${figures.workerMegabytes.toFixed(0)} MB (worker)`,
  );
  await client.json('DELETE', `/api/v1/datasets/${uploaded.id}`, { token });
}
await stack.stop();

const ratio = median(measured.map((round) => round.ratio));
const apiMegabytes = Math.max(...measured.map((round) => round.apiMegabytes));
const workerMegabytes = Math.max(...measured.map((round) => round.workerMegabytes));
console.log(
  `${megabytes} MB: ready in ${ratio.toFixed(2)} x DuckDB alone (median of ${rounds}; at most ${limits.ratio}); ` +
    `API +${apiMegabytes.toFixed(0)} MB (at most ${limits.apiMegabytes}), ` +
    `worker +${workerMegabytes.toFixed(0)} MB (at most ${limits.workerMegabytes})`,
);
const kept =
  ratio <= limits.ratio && apiMegabytes < limits.apiMegabytes && workerMegabytes < limits.workerMegabytes;
process.exitCode = kept ? 0 : 1;

function python(script: string, ...args: string[]): string {
  return execFileSync(automlPython, [join(here, script), ...args], { encoding: 'utf8' });
}

async function signIn(): Promise<string> {
  const email = 'bench@example.com';
  const person = { name: 'Bench', email, phoneNumber: '+14155550100' };
  await client.json('POST', '/api/v1/auth/signup', { body: person });
  const otp = await stack.code(email);
  const session = await client.json<{ token: string }>('POST', '/api/v1/auth/verify-otp', {
    body: { email, otp },
  });
  return session.token;
}

async function upload(): Promise<{ id: string; seconds: number }> {
  const form = new FormData();
  form.set('name', 'Orders');
  form.set('file', await openAsBlob(file), 'orders.csv');
  const since = performance.now();
  const { id } = await client.form<{ id: string }>('/api/v1/datasets/upload', form, token);
  return { id, seconds: (performance.now() - since) / 1000 };
}

async function secondsUntilReady(id: string): Promise<number> {
  const since = performance.now();
  for (;;) {
    const { status, error } = await client.json<{ status: string; error: unknown }>(
      'GET',
      `/api/v1/datasets/${id}`,
      { token },
    );
    if (status === 'ready') return (performance.now() - since) / 1000;
    if (error) throw new Error(JSON.stringify(error));
    await sleep(50);
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
