import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clusterFolder } from '../src/stack/postgres/cluster.ts';
import { temporaryFolder } from './temporary-folder.ts';

const nobody = { uid: 65_534, gid: 65_534 };
const makeCluster = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'PG_VERSION'), '18\n');
};

/** A folder that another account cannot pass through, which only root can ask for, and where its cluster would lie. */
function displaced() {
  const closed = join(temporaryFolder(), 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const folder = join(closed, 'postgres');
  const elsewhere = clusterFolder(folder, nobody);
  onTestFinished(() => rmSync(dirname(elsewhere), { recursive: true, force: true }));
  return { folder, elsewhere };
}

const asRoot = test.runIf(process.getuid?.() === 0);

asRoot('a database that can no longer be reached is not replaced by an empty one', () => {
  const { folder, elsewhere } = displaced();
  expect(elsewhere).not.toBe(folder);
  makeCluster(folder);
  expect(() => clusterFolder(folder, nobody)).toThrow(/cannot reach/);
});

asRoot('one whose data folder is gone is named, and neither used nor lost', () => {
  const { folder, elsewhere } = displaced();
  makeCluster(elsewhere);
  expect(() => clusterFolder(folder, nobody)).toThrow(elsewhere);
  expect(existsSync(join(elsewhere, 'PG_VERSION'))).toBe(true);
  writeFileSync(`${folder}.location`, `${elsewhere}\n`);
  expect(clusterFolder(folder, nobody)).toBe(elsewhere);
});
