import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountOf, giveDataFolder, makeDataFolder } from '../src/stack/account/data-owner.ts';
import { closedFolders } from '../src/stack/account/mount-view.ts';
import { firstThatWorks, waysToRunAs } from '../src/stack/account/run-as.ts';
import { givenEnvironment } from '../src/stack/environment.ts';
import { dataFolder } from '../src/stack/paths.ts';
import { temporaryFolder } from './temporary-folder.ts';

const isRoot = process.getuid?.() === 0;
const asRoot = test.runIf(isRoot);
const nobody = { uid: 65_534, gid: 65_534 };
/** Containers may not mount. Then root's checkout in a closed folder runs as root, with a warning. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

function write(path: string, text = ''): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

test.runIf(isRoot && mayMount)('a closed folder shows an account what it needs and nothing else', () => {
  const closed = join(temporaryFolder(), 'closed');
  const needed = write(join(closed, 'deep/checkout/file'), 'needed');
  const secret = write(join(closed, 'deep/secret'), 'secret');
  const closedItself = write(join(closed, '../closed too/file'), 'also needed');
  for (const folder of [closed, join(closedItself, '..')]) chmodSync(folder, 0o700);
  const needs = [join(closed, 'deep/checkout'), join(closedItself, '..')];
  expect(closedFolders(nobody, needs).map(({ folder }) => folder)).toHaveLength(2);
  const [way] = waysToRunAs(nobody, needs, 0);
  const run = (...command: string[]) => {
    const [program = '', ...args] = [...(way?.prefix ?? []), ...command];
    return spawnSync(program, args, { cwd: '/', encoding: 'utf8' });
  };
  expect(run('cat', needed, closedItself).stdout).toBe('neededalso needed');
  expect(run('cat', secret).status).not.toBe(0);
  expect(run('id', '-u').stdout.trim()).toBe(`${nobody.uid}`);
  expect(run('sh', '-c', `touch ${closed}/x || touch ${needed}x`).status).not.toBe(0);
  expect(statSync(closed).mode & 0o777).toBe(0o700);
});

asRoot('a port below 1024 keeps the right to listen there, and no other', () => {
  const capabilities = (port: number) => {
    const [way] = waysToRunAs(nobody, [], port);
    const [program = '', ...args] = [...(way?.prefix ?? []), 'grep', 'CapEff', '/proc/self/status'];
    return Number.parseInt(spawnSync(program, args, { encoding: 'utf8' }).stdout.split('\t')[1] ?? '', 16);
  };
  expect([capabilities(80), capabilities(3000)]).toEqual([1 << 10, 0]);
});

asRoot('where the best way fails, the next is taken, and a failure has a reason', () => {
  const ways = waysToRunAs(nobody, [], 0);
  expect(firstThatWorks([{ prefix: ['false'], identity: {} }, ...ways], ['true'])).toEqual({
    way: ways[0],
  });
  expect(firstThatWorks(ways, ['cat', '/etc/shadow'])).toEqual({
    problem: expect.stringContaining('Permission denied'),
  });
});

asRoot('a data folder of root is given away with what belongs to it, and nothing else', () => {
  const data = dataFolder(join(temporaryFolder(), 'data'));
  const own = [join(data.objects, 'tables/one'), join(data.secrets, 'jwt.key'), data.runFile].map((path) =>
    write(path),
  );
  const outside = write(join(data.folder, '../outside'));
  const other = write(join(data.folder, 'backup.tar'));
  linkSync(outside, join(data.objects, 'hard link'));
  symlinkSync(outside, join(data.objects, 'link'));
  giveDataFolder(data, nobody);
  for (const path of [...own, data.folder]) expect(statSync(path).uid, path).toBe(nobody.uid);
  for (const path of [outside, other]) expect(statSync(path).uid, path).toBe(0);
  expect(statSync(data.folder).mode & 0o777).toBe(0o700);
  // Its account may have changed it since: root leaves it as it is.
  write(join(data.folder, 'logs/api.log'));
  giveDataFolder(data, nobody);
  expect(statSync(join(data.folder, 'logs/api.log')).uid).toBe(0);
});

asRoot('a folder with other files is not given away', () => {
  const data = dataFolder(temporaryFolder());
  write(join(data.folder, 'lost+found/x'));
  write(join(data.folder, 'photos/cat'));
  expect(() => giveDataFolder(data, nobody)).toThrow(/contains other files, such as photos/);
  expect(statSync(data.folder).uid).toBe(0);
});

asRoot('root runs the product as the owner of the data folder, or of the checkout', () => {
  const checkout = temporaryFolder();
  const data = dataFolder(join(checkout, 'data'));
  expect(accountOf(data, checkout).uid).not.toBe(0);
  chownSync(checkout, nobody.uid, nobody.gid);
  expect(accountOf(data, checkout)).toEqual(nobody);
  mkdirSync(data.folder);
  chownSync(data.folder, 1234, 1234);
  expect(accountOf(data, checkout)).toEqual({ uid: 1234, gid: 1234 });
});

test('a data folder is closed to others, unless it contains other files', () => {
  const own = dataFolder(join(temporaryFolder(), 'data'));
  makeDataFolder(own);
  expect(statSync(own.folder).mode & 0o777).toBe(0o700);
});

test('what root read from .env is not read again by the account', () => {
  const file = write(join(temporaryFolder(), '.env'), 'PORT=1\n');
  expect(givenEnvironment({ ROWCAST_ENVIRONMENT_COMPLETE: 'true', HOST: 'a' }, file)).not.toHaveProperty(
    'PORT',
  );
});
