import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolchain } from './paths.mjs';

/** One set-up at a time in a checkout: the second waits for the first. */
export async function withSetupLock(work) {
  const file = join(toolchain, 'setup.lock');
  mkdirSync(toolchain, { recursive: true });
  for (let told = false; ; told = true) {
    try {
      writeFileSync(file, `${process.pid}`, { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(readHolder(file));
      if (holder && !isAlive(holder)) rmSync(file, { force: true });
      else if (!told) console.error(`Waiting for another set-up of this checkout (process ${holder}) ...`);
      await sleep(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function readHolder(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
