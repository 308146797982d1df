import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { identify } from '../src/stack/processes/process-identity.ts';
import { temporaryFolder } from './temporary-folder.ts';

const guardModule = join(import.meta.dirname, '../src/stack/processes/guard.ts');

async function starter(script: string): Promise<{ pid: number; wards: number[]; kill(): Promise<unknown> }> {
  const prelude = `
    const { startGuard } = await import(${JSON.stringify(guardModule)});
    const { spawn } = await import('node:child_process');
    const guard = startGuard();
    const idle = (body = '') => spawn(process.execPath, ['-e', body + 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' }).pid;`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${prelude}\n${script}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const exited = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    wards: JSON.parse(line) as number[],
    kill() {
      child.kill('SIGKILL');
      return exited;
    },
  };
}

const gone = (pids: number[]) => vi.waitUntil(() => pids.every((pid) => !identify(pid)), { timeout: 10_000 });

test('nothing outlives a starter that is killed', async () => {
  const folder = join(temporaryFolder(), 'data');
  const { wards, kill } = await starter(`
    const { mkdirSync } = await import('node:fs');
    const pids = [idle(), idle("process.on('SIGTERM', () => {});")];
    mkdirSync(${JSON.stringify(folder)});
    for (const pid of pids) guard.watch(pid, { graceMs: 300 });
    guard.removeFolder(${JSON.stringify(folder)});
    console.log(JSON.stringify([...pids, guard.pid]));
    setInterval(() => {}, 1000);`);
  expect(wards.every((pid) => identify(pid))).toBe(true);
  await kill();
  await gone(wards);
  await vi.waitUntil(() => !existsSync(folder), { timeout: 5_000 });
});

test('what was released is left alone', async () => {
  const { wards, kill } = await starter(`
    const pids = [idle(), idle()];
    for (const pid of pids) guard.watch(pid, { graceMs: 300 });
    guard.release(pids[0]);
    console.log(JSON.stringify([...pids, guard.pid]));
    setInterval(() => {}, 1000);`);
  await kill();
  await gone(wards.slice(1));
  expect(identify(wards[0] ?? 0)).toBeDefined();
  process.kill(wards[0] ?? 0, 'SIGKILL');
});
