import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { automlPython } from '@rowcast/tooling/stack/paths';
import { environmentOf, peersFolder } from './environments.ts';

export const run = promisify(execFile);

export type Row = Record<string, string | number>;

export type Table = {
  folder: string;
  rows: Row[];
  /** The second class's share, as the training program itself answers. */
  answers: number[];
  bundleHash: string;
  /** Identical bundles with different hashes, including the first. */
  bundleHashes: string[];
};

/** One table and one forest of trees, as a peer's pipeline and as signed bundles. */
export async function makeTable(folder: string, signingKey: string, bundles = 1): Promise<Table> {
  const python = join(environmentOf('fastapi'), 'python');
  await run(python, [join(peersFolder, 'train.py'), folder]);
  const { stdout } = await run(automlPython, [
    join(peersFolder, 'bundle.py'),
    folder,
    signingKey,
    `${bundles}`,
  ]);
  const { rows, answers } = JSON.parse(readFileSync(join(folder, 'rows.json'), 'utf8'));
  const bundleHashes = stdout.trim().split('\n');
  return { folder, rows, answers, bundleHashes, bundleHash: bundleHashes[0] ?? '' };
}
