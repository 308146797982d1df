import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { identify, type ProcessIdentity } from './process-identity.ts';

export type Ward = ProcessIdentity & { signal: NodeJS.Signals; graceMs: number; group: boolean };
export type GuardMessage = { watch: Ward } | { release: number } | { folder: string } | { closed: true };

/**
 * A separate process that stops watched processes, last first, and removes registered folders,
 * as soon as its starter is gone: even after `kill -9`, its end of the pipe closes.
 */
export type Guard = {
  pid: number;
  watch(pid: number, how?: Partial<Omit<Ward, 'pid' | 'started'>>): void;
  release(pid: number): void;
  removeFolder(folder: string): void;
  /** Nothing is left to watch. Resolves when the process is gone and its folders are removed. */
  close(): Promise<void>;
};

export function startGuard(): Guard {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guard-process.ts')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  child.unref();
  const tell = (message: GuardMessage) => void child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    pid: child.pid ?? 0,
    watch(pid, how = {}) {
      const identity = identify(pid);
      if (identity)
        tell({ watch: { signal: 'SIGTERM', graceMs: 10_000, group: false, ...how, ...identity } });
    },
    release: (pid) => tell({ release: pid }),
    removeFolder: (folder) => tell({ folder }),
    async close() {
      tell({ closed: true });
      child.ref();
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child.stdin.end();
      await exited;
    },
  };
}
