import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toolchain } from '@rowcast/tooling/stack/paths';

export const peersFolder = join(import.meta.dirname, 'peers');
const home = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rowcast/bench/serving');
const run = promisify(execFile);

export const peerNames = ['fastapi', 'mlflow', 'bentoml', 'mlserver'] as const;
export type PeerName = (typeof peerNames)[number];

/** The programs of a peer's own environment, outside the checkout, installed as its lock file says. */
export async function environmentOf(peer: PeerName): Promise<string> {
  const lock = join(peersFolder, `${peer}.lock`);
  const folder = join(home, peer);
  const stamp = join(folder, 'stamp');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  const bin = join(folder, 'bin');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return bin;
  console.log(`Installing ${peer} into an environment of its own ...`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const uv = join(toolchain, 'python/bin/uv');
  await run(uv, ['venv', '--quiet', '--python', '3.11', folder]);
  const python = ['--python', join(bin, 'python')];
  await run(uv, ['pip', 'install', '--quiet', '--require-hashes', '--no-deps', ...python, '-r', lock]);
  writeFileSync(stamp, wanted);
  return bin;
}
