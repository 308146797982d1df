import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type DataFolder, root } from '../paths.ts';
import { reachableFolder } from '../postgres/binaries.ts';
import { locationNote } from '../postgres/cluster.ts';
import { type Account, knownAccount, systemAccount } from './account.ts';

/** What file systems add to the top folder of a volume. */
const ofFileSystems = ['lost+found'];

const ownNames = (data: DataFolder): string[] =>
  [data.postgres, data.valkey, data.objects, data.secrets, data.logs, data.tmp, data.runFile].map((path) =>
    basename(path),
  );

const isOwn = (data: DataFolder, name: string) =>
  ownNames(data).some((own) => name === own || name.startsWith(`${own}.`));

/** Entries of the data folder that are not of Rowcast. */
export const foreignEntries = (data: DataFolder): string[] =>
  readdirSync(data.folder).filter((name) => !isOwn(data, name) && !ofFileSystems.includes(name));

/**
 * The account that the processes of a data folder run as when root starts them: the owner of the folder, otherwise the owner of
 * the checkout, otherwise `rowcast`. So root and the person who installed Rowcast can start it in turn.
 */
export function accountOf(data: DataFolder, checkout = root): Account {
  const owner = (path: string) => (existsSync(path) ? statSync(path) : undefined);
  const { uid = 0, gid = 0 } = owner(data.folder) ?? {};
  if (uid !== 0) return { uid, gid };
  return knownAccount(owner(checkout)?.uid ?? 0) ?? systemAccount();
}

/** The database of a data folder that the account of Postgres could not reach. */
function clusterElsewhere({ postgres }: DataFolder): string[] {
  const note = locationNote(postgres);
  const cluster = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  return cluster.startsWith(`${reachableFolder}/`) && existsSync(cluster) ? [cluster] : [];
}

/** Makes the data folder of root, and lets other accounts pass through it. */
export function openDataFolder(data: DataFolder): void {
  mkdirSync(data.folder, { recursive: true, mode: 0o711 });
  const { uid, mode } = statSync(data.folder);
  if (uid === 0) chmodSync(data.folder, mode | 0o011);
}

/**
 * Gives a data folder to an account. Called by root, which must not change what lies in a folder that another account could
 * have changed: only a new folder, or one that root itself used until now, is given away.
 */
export function giveDataFolder(data: DataFolder, account: Account): void {
  if (statSync(data.folder).uid !== 0) return;
  const names = readdirSync(data.folder);
  const [foreign] = foreignEntries(data);
  if (foreign && !existsSync(data.secrets)) {
    throw new Error(
      `${data.folder} belongs to root and contains other files, such as ${foreign}. ` +
        `Name a folder of its own in ROWCAST_DATA, such as ${join(data.folder, 'rowcast')}.`,
    );
  }
  const own = names.filter((name) => isOwn(data, name)).map((name) => join(data.folder, name));
  for (const path of [...own, ...clusterElsewhere(data)]) give(path, account);
  // Last, so that a start which is interrupted here is repeated.
  chmodSync(data.folder, 0o700);
  lchownSync(data.folder, account.uid, account.gid);
}

function give(path: string, account: Account): void {
  const found = lstatSync(path);
  if (found.uid === account.uid) return;
  if (found.isDirectory()) for (const name of readdirSync(path)) give(join(path, name), account);
  if (isOnlyHere(found)) lchownSync(path, account.uid, account.gid);
}

/** A second name may be that of a system file, linked into the folder by an account that may write there. */
const isOnlyHere = (found: Stats) => found.isDirectory() || found.nlink === 1;

/**
 * Makes the data folder for the account of this process, and closes it to others unless it contains other files.
 *
 * @throws Where the folder belongs to another account.
 */
export function makeDataFolder(data: DataFolder): void {
  mkdirSync(data.folder, { recursive: true, mode: 0o700 });
  const { uid } = statSync(data.folder);
  const own = process.getuid?.();
  if (own !== 0 && uid !== own) {
    throw new Error(
      `The data folder ${data.folder} belongs to account ${uid}. ` +
        'Start as this account or as root, or name another folder in ROWCAST_DATA.',
    );
  }
  if (own !== 0 && foreignEntries(data).length === 0) chmodSync(data.folder, 0o700);
}
