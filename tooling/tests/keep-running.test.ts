import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Guard, startGuard } from '../src/stack/processes/guard.ts';
import { type Kept, keepRunning } from '../src/stack/processes/keep-running.ts';
import { identify } from '../src/stack/processes/process-identity.ts';
import { launchProgram, type Program } from '../src/stack/processes/program.ts';

function guarded(): Guard {
  const guard = startGuard();
  onTestFinished(() => guard.close());
  return guard;
}

const node = (script: string, graceMs = 2_000): Program => ({
  name: 'script',
  command: process.execPath,
  args: ['-e', script],
  cwd: '/',
  env: process.env,
  graceMs,
});

async function keep(
  script: string,
  stableMs = 60_000,
): Promise<{ kept: Kept; said: string[]; pids: number[] }> {
  const said: string[] = [];
  const pids: number[] = [];
  const guard = guarded();
  const kept = await keepRunning('worker', () => launchProgram(node(script), guard, () => undefined), {
    say: (sentence) => said.push(sentence),
    started: (pid) => pids.push(pid),
    firstDelayMs: 50,
    longestDelayMs: 200,
    stableMs,
  });
  onTestFinished(() => kept.stop());
  return { kept, said, pids };
}

test('a killed process is named and started again', async () => {
  const { kept, said, pids } = await keep('setInterval(() => {}, 1000)');
  process.kill(kept.pid() ?? 0, 'SIGKILL');
  await vi.waitUntil(() => pids.length === 2, { timeout: 5_000 });
  expect(said).toEqual(['worker ended unexpectedly (SIGKILL); starting it again in 0.05 s']);
  expect(kept.pid()).toBe(pids[1]);
  expect(kept.restarts()).toBe(1);
});

test('one of which no note can be made is not left running', async () => {
  const guard = guarded();
  const running = await launchProgram(node('setInterval(() => {}, 1000)'), guard, () => undefined);
  const started = () => {
    throw new Error('no space left on device');
  };
  const options = { say: () => undefined, started };
  await expect(keepRunning('worker', async () => running, options)).rejects.toThrow('no space left');
  expect(identify(running.pid)).toBeUndefined();
});

test('one that is let go is not started again', async () => {
  const { kept, said, pids } = await keep('setInterval(() => {}, 1000)');
  kept.letGo();
  process.kill(kept.pid() ?? 0, 'SIGKILL');
  await sleep(300);
  expect([said, pids.length]).toEqual([[], 1]);
});

test('one that is being launched as the stop comes is stopped as well', async () => {
  const launched: number[] = [];
  const guard = guarded();
  const slowly = async () => {
    const running = await launchProgram(node('setInterval(() => {}, 1000)'), guard, () => undefined);
    launched.push(running.pid);
    await sleep(launched.length > 1 ? 300 : 0);
    return running;
  };
  const options = { say: () => undefined, started: () => undefined, firstDelayMs: 10 };
  const kept = await keepRunning('worker', slowly, options);
  process.kill(kept.pid() ?? 0, 'SIGKILL');
  await vi.waitUntil(() => launched.length === 2, { timeout: 5_000 });
  await kept.stop();
  expect(identify(launched[1] ?? 0)).toBeUndefined();
});

test('each wait is longer than the one before, up to a limit', async () => {
  const { said } = await keep('process.exit(3)');
  await vi.waitUntil(() => said.length >= 4, { timeout: 10_000 });
  expect(said.slice(0, 4).map((sentence) => /exit code 3.* in ([\d.]+) s/.exec(sentence)?.[1])).toEqual([
    '0.05',
    '0.1',
    '0.2',
    '0.2',
  ]);
});

test('after a stable time the waits start over', async () => {
  const { said } = await keep('setTimeout(() => process.exit(3), 300)', 100);
  await vi.waitUntil(() => said.length >= 3, { timeout: 10_000 });
  expect(said.slice(0, 3).every((sentence) => sentence.endsWith('in 0.05 s'))).toBe(true);
});

test('a process that ignores the request to end is killed, with its children', async () => {
  const lines: string[] = [];
  const script = `
    process.on('SIGTERM', () => {});
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    console.log(child.pid);
    setInterval(() => {}, 1000);`;
  const running = await launchProgram(node(script, 300), guarded(), (line) => lines.push(line));
  await vi.waitUntil(() => lines.length > 0, { timeout: 5_000 });
  await running.stop();
  await vi.waitUntil(() => identify(Number(lines[0])) === undefined, { timeout: 5_000 });
  expect(identify(running.pid)).toBeUndefined();
});

test('a stopped process stays stopped', async () => {
  const { kept, said, pids } = await keep('setInterval(() => {}, 1000)');
  await kept.stop();
  await sleep(200);
  expect(identify(pids[0] ?? 0)).toBeUndefined();
  expect(pids).toHaveLength(1);
  expect(said).toEqual([]);
});
