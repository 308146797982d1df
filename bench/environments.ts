import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { toolPython, uv } from '../tooling/bootstrap/paths.mjs';
import { uvEnvironment } from '../tooling/bootstrap/python.mjs';

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rowcast/environments');

/**
 * The Python of an environment of its own, installed from a lock file at first use and shared by all checkouts;
 * with `editable`, a package of this checkout is in it too.
 */
export function pythonOf(lock: string, editable?: string): string {
  const hash = createHash('sha256')
    .update(readFileSync(lock))
    .update(editable ?? '');
  const folder = join(cache, `${basename(lock, '.lock')}-${hash.digest('hex').slice(0, 12)}`);
  const python = join(folder, 'bin/python');
  const installed = join(folder, 'installed');
  if (existsSync(installed)) return python;
  console.log(`Installing ${basename(lock)} into ${folder}`);
  rmSync(folder, { recursive: true, force: true });
  const options = { stdio: 'inherit', env: uvEnvironment() } as const;
  const run = (...args: string[]) => execFileSync(uv, args, options);
  run('venv', '--quiet', '--python', toolPython, folder);
  run('pip', 'sync', '--quiet', '--require-hashes', lock, '--python', python);
  if (editable) run('pip', 'install', '--quiet', '--no-deps', '--editable', editable, '--python', python);
  writeFileSync(installed, '');
  return python;
}
