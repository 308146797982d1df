import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@rowcast/tooling/stack/network/ports';

// In a clone of its own: cold start (package caches warm), second start, verify, and with --test the tests too.
const root = join(import.meta.dirname, '../..');
const limitMs = 600_000;
const limits = {
  'cold start to the first page': 120,
  'second start to the first page': 6,
  'npm run verify': 60,
  'npm test': 720,
};

const clone = mkdtempSync(join(tmpdir(), 'rowcast-startup-'));
const port = await freePort();
// As if called by a person: without what this program's own launcher put there.
const { NODE_COMPILE_CACHE: _cache, ...environment } = process.env;
const env = { ...environment, PORT: `${port}`, MODEL_SERVER_PORT: '0', POSTGRES_PORT: '0', VALKEY_PORT: '0' };
let failed = false;
let output = '';
try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  report('cold start to the first page', await start());
  report('second start to the first page', await start());
  report('npm run verify', await run('run', 'verify'));
  if (process.argv.includes('--test')) report('npm test', await run('test'));
} finally {
  rmSync(clone, { recursive: true, force: true, maxRetries: 5 });
}
process.exitCode = failed ? 1 : 0;

function npm(...args: string[]): ChildProcess {
  const child = spawn('npm', args, { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-3_000);
    });
  }
  return child;
}

async function start(): Promise<number> {
  const since = Date.now();
  const child = npm('start');
  const exited = once(child, 'exit');
  while (!(await serves())) {
    if (child.exitCode !== null || Date.now() - since > limitMs)
      throw new Error(`npm start did not serve a page:\n${output}`);
    await sleep(20);
  }
  const seconds = (Date.now() - since) / 1000;
  child.kill('SIGTERM');
  await exited;
  // npm may be gone before what it started has stopped.
  while (existsSync(join(clone, 'data/run.json'))) await sleep(20);
  return seconds;
}

async function serves(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/`)).ok;
  } catch {
    return false;
  }
}

async function run(...args: string[]): Promise<number> {
  const since = Date.now();
  const [code] = await once(npm(...args), 'exit');
  if (code !== 0) {
    failed = true;
    console.log(`npm ${args.join(' ')} ended with exit code ${code}:\n${output}`);
  }
  return (Date.now() - since) / 1000;
}

function report(what: keyof typeof limits, seconds: number): void {
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${what.padEnd(32)}${seconds.toFixed(1).padStart(8)} s   wanted: under ${limits[what]} s   load ${load}`,
  );
}
