import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import type { Guard } from './processes/guard.ts';

/** A running Postgres or Valkey. */
export type Service = {
  pid: number;
  port: number;
  url: string;
  exited: Promise<string>;
  stop(): Promise<void>;
};

const maxLogBytes = 5_000_000;

export function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > maxLogBytes) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o640);
}

export function logTail(file: string, lines = 5): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-lines).join('\n');
}

type Started = {
  child: ChildProcess;
  guard: Guard;
  stopSignal: NodeJS.Signals;
  ready: (pid: number) => Promise<'ready' | 'starting' | 'silent'>;
  log: string;
  what: string;
  /** After so long without a word it is given up. */
  readyWithinMs?: number;
};

const usuallyWithinMs = 30_000;

/** Puts a child under guard and waits until it answers. */
export async function awaitService(s: Started): Promise<Pick<Service, 'pid' | 'exited' | 'stop'>> {
  const exited = once(s.child, 'exit').then(
    ([code, signal]) => `${signal ?? `exit code ${code}`}`,
    (error: Error) => error.message,
  );
  const pid = s.child.pid;
  if (pid === undefined) throw new Error(`${s.what} could not be started: ${await exited}`);
  s.guard.watch(pid, { signal: s.stopSignal });
  let end: string | undefined;
  void exited.then((how) => {
    end = how;
    s.guard.release(pid);
  });
  const stop = async () => {
    const force = setTimeout(() => s.child.kill('SIGKILL'), 15_000);
    s.child.kill(s.stopSignal);
    await exited;
    clearTimeout(force);
  };
  const { readyWithinMs = usuallyWithinMs } = s;
  let deadline = Date.now() + readyWithinMs;
  for (;;) {
    const state = await s.ready(pid);
    if (state === 'ready') return { pid, exited, stop };
    if (state === 'starting') deadline = Date.now() + readyWithinMs;
    if (end !== undefined)
      throw new Error(`${s.what} ended at start (${end}). Its log, ${s.log}, ends with:\n${logTail(s.log)}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`${s.what} did not answer within ${readyWithinMs / 1000} s. See ${s.log}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
