import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listenersOf } from '../src/stack/network/listeners.ts';
import { dataFolder, root } from '../src/stack/paths.ts';
import { isRunning, type ProcessIdentity } from '../src/stack/processes/process-identity.ts';
import { type RunState, readRunFile } from '../src/stack/run-file.ts';

// One product after another on the same folder, as a person would start it day after day.
const wholeProduct = 240_000;
const patience = { timeout: 120_000, interval: 50 };
const folder = mkdtempSync(join(tmpdir(), 'rowcast-up-'));
const data = dataFolder(join(folder, 'data'));
const ephemeral = { PORT: '0', MODEL_SERVER_PORT: '0', POSTGRES_PORT: '0', VALKEY_PORT: '0' };
const names = ['api', 'jobs', 'model server', 'postgres', 'valkey', 'worker'];

type Up = { child: ChildProcess; output(): string; exited: Promise<unknown[]> };

function up(): Up {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ROWCAST_DATA: data.folder, ...ephemeral };
  const child = spawn(process.execPath, [join(root, 'tooling/src/cli/main.ts'), 'up'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return { child, output: () => output, exited: once(child, 'exit') };
}

async function ready(): Promise<Up & { state: RunState; everyone: ProcessIdentity[] }> {
  const started = up();
  await vi.waitUntil(
    () => started.output().includes('Everything is ready') || started.child.exitCode !== null,
    patience,
  );
  const state = readRunFile(data.runFile);
  if (!state) throw new Error(`the product did not start:\n${started.output()}`);
  return { ...started, state, everyone: [state, ...Object.values(state.children)] };
}

const isRoot = process.getuid?.() === 0;
const asRoot = test.runIf(isRoot);

/** As a release left it that ran everything but Postgres as root. */
function returnToRoot(): void {
  for (const path of [data.valkey, data.objects, data.secrets, data.logs, data.tmp])
    spawnSync('chown', ['-R', '0:0', path]);
  chownSync(data.folder, 0, 0);
  chmodSync(data.folder, 0o755);
}

const stillRunning = (everyone: ProcessIdentity[]) => everyone.filter(isRunning);
let running: Awaited<ReturnType<typeof ready>>;

beforeAll(async () => {
  chmodSync(folder, 0o711);
  running = await ready();
}, wholeProduct);

afterAll(() => {
  if (running.child.exitCode === null) running.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
});

test('the console is served at the address that was printed', async () => {
  expect(Object.keys(running.state.children).sort()).toEqual(names);
  expect(running.output()).toContain(running.state.address);
  const page = await fetch(running.state.address);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<div id="root"');
});

test('the audit log of the running product is verified without options', async () => {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(root, 'tooling/src/cli/main.ts'), 'audit', 'verify'], {
    env: { PATH, HOME, ROWCAST_DATA: data.folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output).toContain('No workspace has an audit log yet.');
});

test('every process listens on the loopback address alone', () => {
  const loopback = ['0100007F', '00000000000000000000000001000000'];
  const addresses = Object.entries(running.state.children).map(
    ([name, { pid }]) => [name, listenersOf(pid).map(({ address }) => address)] as const,
  );
  for (const [name, found] of addresses)
    expect(
      found.filter((address) => !loopback.includes(address)),
      name,
    ).toEqual([]);
  const listeners = addresses.filter(([, found]) => found.length > 0).map(([name]) => name);
  expect(listeners.sort()).toEqual(['api', 'model server', 'postgres', 'valkey']);
});

test('everything secret is for its owner alone', () => {
  const files = readdirSync(data.secrets);
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) expect(statSync(join(data.secrets, file)).mode & 0o777).toBe(0o600);
  expect(statSync(data.runFile).mode & 0o077).toBe(0);
});

asRoot('started by root, nothing runs as root, and the data folder is closed to others', () => {
  const { uid, mode } = statSync(data.folder);
  expect(uid).not.toBe(0);
  expect(mode & 0o777).toBe(0o700);
  for (const { pid } of running.everyone) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:(\\s+${uid}){4}$`, 'm'));
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  }
});

test('a second start on the same folder is refused and changes nothing', async () => {
  const second = up();
  expect((await second.exited)[0]).toBe(4);
  expect(second.output()).toContain(`process ${running.state.pid}, ${running.state.address}`);
  expect(stillRunning(running.everyone)).toHaveLength(running.everyone.length);
});

test.each(['worker', 'valkey'])('a killed %s is named and started again', async (name) => {
  const before = readRunFile(data.runFile)?.children[name];
  process.kill(before?.pid ?? 0, 'SIGKILL');
  const after = () => readRunFile(data.runFile)?.children[name];
  await vi.waitUntil(() => after()?.pid !== before?.pid, patience);
  expect(running.output()).toContain(`${name} ended unexpectedly (SIGKILL)`);
  await vi.waitUntil(async () => (await fetch(`${running.state.address}/health/ready`)).ok, patience);
});

test('a request to end stops all of it in order', async () => {
  const everyone = Object.values(readRunFile(data.runFile)?.children ?? {});
  running.child.kill('SIGINT');
  expect((await running.exited)[0]).toBe(0);
  expect(stillRunning([running.state, ...everyone])).toEqual([]);
  expect(existsSync(data.runFile)).toBe(false);
});

test(
  'after kill -9 nothing is left, and the next start works on the same data',
  async () => {
    const first = await ready();
    first.child.kill('SIGKILL');
    await first.exited;
    await vi.waitUntil(() => stillRunning(first.everyone).length === 0, patience);
    if (isRoot) returnToRoot();
    const second = await ready();
    expect((await fetch(second.state.address)).status).toBe(200);
    expect(statSync(join(data.secrets, 'jwt.key')).uid).toBe(statSync(data.folder).uid);
    expect(statSync(data.folder).mode & 0o777).toBe(0o700);
    second.child.disconnect();
    expect((await second.exited)[0]).toBe(0);
    expect(stillRunning(second.everyone)).toEqual([]);
  },
  wholeProduct,
);
