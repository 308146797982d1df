import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole } from '../console-build.ts';
import { type Environment, environmentIsComplete } from '../environment.ts';
import { automlPython, type DataFolder, root, webDist } from '../paths.ts';
import { reachableFolder } from '../postgres/binaries.ts';
import type { Account } from './account.ts';
import { accountOf, giveDataFolder, openDataFolder } from './data-owner.ts';
import { firstThatWorks, type RunAs, spawnAs, waysToRunAs } from './run-as.ts';

const main = join(root, 'tooling/src/cli/main.ts');

/** What the product reads or executes, wherever links lead. */
const programs = () => [root, ...[process.execPath, automlPython].map(installationOf)];

/** The folder above the `bin` of a program, which holds its libraries. */
const installationOf = (program: string) => dirname(dirname(realpathSync(program)));

/**
 * How root runs the product or one of its commands as an account.
 *
 * @param store Folders of objects outside the data folder.
 */
export function wayToRunAs(account: Account, data: DataFolder, given: Environment, store: string[] = []) {
  const needs = [...programs(), data.folder, ...store];
  return firstThatWorks(waysToRunAs(account, needs, Number(given.PORT ?? 0)), probe(account));
}

/** Runs `./rowcast COMMAND` as the account of the data folder. */
export type Launch = (args: readonly string[], options: SpawnOptions) => ChildProcess;

/**
 * Prepares the data folder for an account without privileges, and finds a way to run the product as this account.
 *
 * @returns Nothing where there is no way: `say` has named the reason and the remedy.
 */
export async function withoutPrivileges(
  data: DataFolder,
  given: Environment,
  say: (sentence: string) => void,
  signal?: AbortSignal,
): Promise<Launch | undefined> {
  const account = accountOf(data);
  // As an account that may not write to the checkout, it could not be built.
  if (!ownsCheckout(account)) await buildConsole(say, signal);
  openDataFolder(data);
  const store = externalStore(data, given, account);
  const found = wayToRunAs(account, data, given, store);
  if ('problem' in found) {
    say(stillRoot(account, found.problem));
    return undefined;
  }
  const { way } = found;
  giveDataFolder(data, account);
  for (const folder of store) checkStore(way, folder, account);
  const env = { ...process.env, ...given, ...environmentOf(account, data) };
  return (args, options) => spawnAs(way, [process.execPath, main, ...args], { ...options, env });
}

const ownsCheckout = ({ uid }: Account) => statSync(root).uid === uid;

/** Whether the account can read the sources and the console, and can run Node and Python. */
function probe(account: Account): string[] {
  const files = [main, join(root, 'apps/api/src/main.ts'), join(root, 'node_modules/.bin')];
  if (!ownsCheckout(account)) files.push(join(webDist, 'index.html'));
  const readable = files.map((file) => `os.access(${JSON.stringify(file)}, os.R_OK)`).join(' and ');
  const script = `import os, subprocess, sys\nif not (${readable}): sys.exit('it may not read the checkout')\nsubprocess.run([${JSON.stringify(process.execPath)}, '--version'], check=True, stdout=2)`;
  return [automlPython, '-I', '-S', '-c', script];
}

function stillRoot({ uid }: Account, problem: string): string {
  return (
    `All processes run as root, because account ${uid} can't run them (${problem}). ` +
    `Move ${root} to a folder that others can enter, such as /opt/rowcast, and make it readable (chmod -R a+rX). ` +
    'Or start as an ordinary user.'
  );
}

/** Objects that are kept on this machine, outside the data folder. A new folder is the account's. */
function externalStore(data: DataFolder, given: Environment, { uid, gid }: Account): string[] {
  if (!given.STORAGE_URL?.startsWith('file:')) return [];
  const folder = fileURLToPath(given.STORAGE_URL);
  if (folder === data.objects) return [];
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    chownSync(folder, uid, gid);
  }
  return [folder];
}

function checkStore(way: RunAs, folder: string, { uid, gid }: Account): void {
  if ('way' in firstThatWorks([way], ['test', '-w', folder])) return;
  throw new Error(
    `The processes run as account ${uid}, which can't write to ${folder} (STORAGE_URL). ` +
      `Run "chown -R ${uid}:${gid} ${folder}".`,
  );
}

/** What belongs to a person's home is not for the account; compiled code is kept where it can write. */
function environmentOf(account: Account, data: DataFolder): Environment {
  const shared = {
    ...{ HOME: data.folder, TMPDIR: data.tmp, ROWCAST_DATA: data.folder },
    [environmentIsComplete]: 'true',
  };
  if (ownsCheckout(account)) return shared;
  const cache = join(reachableFolder, `cache-${account.uid}`);
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  chownSync(cache, account.uid, account.gid);
  return { ...shared, NODE_COMPILE_CACHE: join(cache, 'node'), PYTHONPYCACHEPREFIX: join(cache, 'python') };
}
