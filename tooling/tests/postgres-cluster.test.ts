import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clusterFolder } from '../src/stack/postgres-cluster.ts';
import { temporaryFolder } from './temporary-folder.ts';

const nobody = { uid: 65_534, gid: 65_534 };
const makeCluster = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'PG_VERSION'), '18\n');
};

/** A folder that another account cannot pass through, which only root can ask for. */
function closedFolder(): string {
  const folder = join(temporaryFolder(), 'closed');
  mkdirSync(folder, { mode: 0o700 });
  return join(folder, 'postgres');
}

test.runIf(process.getuid?.() === 0)(
  'a database that can no longer be reached is not replaced by an empty one',
  () => {
    const folder = closedFolder();
    const elsewhere = clusterFolder(folder, nobody);
    onTestFinished(() => rmSync(dirname(elsewhere), { recursive: true, force: true }));
    expect(elsewhere).not.toBe(folder);
    makeCluster(folder);
    expect(() => clusterFolder(folder, nobody)).toThrow(/cannot reach/);
  },
);

test.runIf(process.getuid?.() === 0)(
  'one whose data folder is gone is named, and neither used nor lost',
  () => {
    const folder = closedFolder();
    const elsewhere = clusterFolder(folder, nobody);
    onTestFinished(() => rmSync(dirname(elsewhere), { recursive: true, force: true }));
    makeCluster(elsewhere);
    expect(() => clusterFolder(folder, nobody)).toThrow(elsewhere);
    expect(existsSync(join(elsewhere, 'PG_VERSION'))).toBe(true);
    writeFileSync(`${folder}.location`, `${elsewhere}\n`);
    expect(clusterFolder(folder, nobody)).toBe(elsewhere);
  },
);
