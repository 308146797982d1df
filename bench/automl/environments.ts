import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { toolPython, uv } from '../../tooling/bootstrap/paths.mjs';
import { uvEnvironment } from '../../tooling/bootstrap/python.mjs';

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rowcast/peers');

/** The Python of a peer's environment, installed from its lock file at first use and shared by all checkouts. */
export function pythonOf(peer: string): string {
  const lock = join(import.meta.dirname, `requirements/${peer}.lock`);
  const fingerprint = createHash('sha256').update(readFileSync(lock)).digest('hex').slice(0, 12);
  const folder = join(cache, `${peer}-${fingerprint}`);
  const python = join(folder, 'bin/python');
  const installed = join(folder, 'installed');
  if (existsSync(installed)) return python;
  console.log(`Installing ${peer} into ${folder}`);
  rmSync(folder, { recursive: true, force: true });
  const options = { stdio: 'inherit', env: uvEnvironment() } as const;
  execFileSync(uv, ['venv', '--quiet', '--python', toolPython, folder], options);
  execFileSync(uv, ['pip', 'sync', '--quiet', '--require-hashes', lock, '--python', python], options);
  writeFileSync(installed, '');
  return python;
}
