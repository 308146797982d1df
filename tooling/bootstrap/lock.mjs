import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolchain } from './paths.mjs';
import { read, statOf } from './processes.mjs';

/** One set-up at a time in a checkout: the second waits for the first. */
export async function withSetupLock(work, folder = toolchain) {
  const file = join(folder, 'setup.lock');
  const draft = `${file}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  // Linked and not written under its name, so that nobody reads half of it.
  writeFileSync(draft, nameOf(process.pid));
  try {
    for (let waiting = false; !tryLink(draft, file); ) {
      const holder = read(file);
      const [pid] = holder.split(' ');
      if (holder === '' || nameOf(pid) !== holder) {
        if (read(file) === holder) rmSync(file, { force: true });
        continue;
      }
      if (!waiting) {
        console.error(
          `Waiting for another set-up of this checkout (process ${pid}). If there is none, delete ${file}.`,
        );
      }
      waiting = true;
      await sleep(200);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLink(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** A process by its number and its start: the number alone may be another's after a restart. Empty where it has ended. */
function nameOf(pid) {
  const stat = statOf(pid);
  return stat && stat.state !== 'Z' ? `${pid} ${stat.started}` : '';
}
