import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ours = /^rowcast-staging-(\d+)-/;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether the process that made it has gone. In a container the one that follows has the same number. */
function isLeft(folder: string, pid: number): boolean {
  if (pid !== process.pid) return !isRunning(pid);
  const started = Date.now() - process.uptime() * 1000;
  return statSync(folder).birthtimeMs < started;
}

function removeLeft(folder: string, pid: number): void {
  try {
    if (isLeft(folder, pid)) rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another user's, or deleted by somebody else meanwhile.
  }
}

/** A folder of this process for uploads in progress; those of processes that were killed are deleted. */
export function openStaging(root = tmpdir()): string {
  for (const name of readdirSync(root)) {
    const pid = Number(ours.exec(name)?.[1]);
    if (pid) removeLeft(path.join(root, name), pid);
  }
  return mkdtempSync(path.join(root, `rowcast-staging-${process.pid}-`));
}
