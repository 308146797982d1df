import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { reachableFolder } from '../postgres/binaries.ts';
import { type Account, canReach } from './account.ts';

/** A folder that an account cannot enter, and what the account needs below it. */
export type ClosedFolder = { folder: string; needed: string[] };

/** The topmost folders that keep an account from the paths it needs. */
export function closedFolders(account: Account, needs: readonly string[]): ClosedFolder[] {
  const closed = new Map<string, string[]>();
  for (const path of needs) {
    const folder = ancestors(path).find((ancestor) => !canReach(account, ancestor));
    if (folder) closed.set(folder, [...(closed.get(folder) ?? []), path]);
  }
  return [...closed].map(([folder, paths]) => ({ folder, needed: outermost(paths).flatMap(open(folder)) }));
}

/** From the root of the file system to the folder itself. */
function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...ancestors(parent), path];
}

const isWithin = (folder: string, path: string) => path.startsWith(`${folder}/`);

const outermost = (paths: string[]) =>
  [...new Set(paths)].filter((path) => !paths.some((other) => isWithin(other, path)));

/** Of a needed folder that is closed itself, its entries take its place. */
const open = (closed: string) => (path: string) =>
  path === closed
    ? readdirSync(path)
        .map((name) => join(path, name))
        .filter(existsSync)
    : [path];

/**
 * Arguments of the program that runs a command in a mount namespace of its own. There, each closed folder can be entered, and
 * contains what is needed and nothing else. Other processes see no change.
 */
export function inMountView(closed: readonly ClosedFolder[]): string[] {
  if (closed.length === 0) return [];
  const entries = closed.flatMap(({ folder, needed }) => [
    ...['folder', folder, ''],
    ...needed.flatMap((path) => [kindOf(path), path, relative(folder, path)]),
    ...['done', folder, ''],
  ]);
  return [
    'unshare',
    '--mount',
    '--propagation',
    'private',
    '--',
    '/bin/sh',
    '-c',
    script,
    'sh',
    ...entries,
    '--',
  ];
}

const kindOf = (path: string) => (statSync(path).isDirectory() ? 'tree' : 'file');

const view = join(reachableFolder, 'view');

/** Takes three words an entry; after `--` follows the command. */
const script = `
set -eu
mkdir -p ${view}
chmod 755 ${reachableFolder}
while [ "$1" != -- ]; do
  case $1 in
    folder) mount -t tmpfs -o mode=755,size=1m rowcast ${view} ;;
    tree) mkdir -p "${view}/$3"; mount --rbind "$2" "${view}/$3" ;;
    file) mkdir -p "$(dirname "${view}/$3")"; : >"${view}/$3"; mount --bind "$2" "${view}/$3" ;;
    done) mount --move ${view} "$2" ;;
  esac
  shift 3
done
shift
exec "$@"`;
