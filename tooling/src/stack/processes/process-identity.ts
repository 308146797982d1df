import { setTimeout as sleep } from 'node:timers/promises';
import { statOf } from '../../../bootstrap/processes.mjs';

/** A pid alone may be reused by another program; with its start time it names one process. */
export type ProcessIdentity = { pid: number; started: string };

export function identify(pid: number): ProcessIdentity | undefined {
  const started = startTime(pid);
  return started === undefined ? undefined : { pid, started };
}

export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return startTime(pid) === started;
}

function startTime(pid: number): string | undefined {
  const stat = statOf(pid);
  return stat?.state === 'Z' ? undefined : stat?.started;
}

export type EndOptions = {
  signal: NodeJS.Signals;
  graceMs: number;
  /** The process leads a group of its own: what it leaves behind is ended with it. */
  group?: boolean;
};

/** Asks a process to end, waits, then kills it. Resolves when it is gone. */
export async function endProcess(
  identity: ProcessIdentity,
  { signal, graceMs, group }: EndOptions,
): Promise<void> {
  if (isRunning(identity)) send(identity.pid, signal);
  const deadline = Date.now() + graceMs;
  while (isRunning(identity) && Date.now() < deadline) await sleep(20);
  if (isRunning(identity)) send(identity.pid, 'SIGKILL');
  if (group) send(-identity.pid, 'SIGKILL');
  while (isRunning(identity)) await sleep(20);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
