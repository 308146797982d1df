import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, canReach } from '../account/account.ts';
import { endProcess, identify } from '../processes/process-identity.ts';
import { reachableFolder } from './binaries.ts';

/** Names the folder where a cluster is, if it is not in the data folder. */
export const locationNote = (folder: string) => `${folder}.location`;

/**
 * The folder itself, or, where the account of Postgres cannot reach it, one that it can.
 *
 * @throws Where there is a cluster that is not to be read, or not known: an empty one would pass for the lost one.
 */
export function clusterFolder(folder: string, account: Account | undefined): string {
  const note = locationNote(folder);
  if (existsSync(note)) {
    const remembered = readFileSync(note, 'utf8').trim();
    if (isCluster(remembered)) return remembered;
    throw new Error(
      `The database lies in ${remembered}, as ${note} says, and can't be read there. ` +
        'Put it back, or start as the account that made it; to begin with an empty one, delete that file.',
    );
  }
  mkdirSync(dirname(folder), { recursive: true });
  if (canReach(account, dirname(folder))) return folder;
  const elsewhere = join(
    reachableFolder,
    createHash('sha256').update(folder).digest('hex').slice(0, 12),
    'postgres',
  );
  if (isCluster(folder)) {
    throw new Error(
      `The database lies in ${folder}, which the account of Postgres cannot reach. ` +
        'Let others pass through the folders above it (chmod o+x), or put it back where it was.',
    );
  }
  if (isCluster(elsewhere)) {
    throw new Error(
      `${elsewhere} holds the database of an earlier installation at this place, whose data folder is gone. ` +
        `To begin with an empty one, delete it; to go on with it, put its data folder back, with ${note}.`,
    );
  }
  mkdirSync(dirname(elsewhere), { recursive: true });
  // Whatever this process may usually give to others: Postgres has an account of its own.
  for (const passed of [reachableFolder, dirname(elsewhere)]) chmodSync(passed, 0o755);
  return elsewhere;
}

/** Writes down, beside the folder, where else its cluster lies. */
export function rememberCluster(folder: string, cluster: string): void {
  if (cluster !== folder) writeFileSync(locationNote(folder), `${cluster}\n`);
}

export const isCluster = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'));

/** Made aside, so that a start that is killed meanwhile leaves no half of a cluster. */
export async function createCluster(
  initdb: string,
  cluster: string,
  { user, password }: { user: string; password: string },
  account: Account | undefined,
): Promise<void> {
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new Error(
      `${cluster} is neither empty nor a Postgres cluster. Put back what it lacks, or name another folder in ROWCAST_DATA.`,
    );
  }
  const draft = `${cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  // Beside it, since not every account may look into a temporary folder.
  const secret = mkdtempSync(`${cluster}.secret-`);
  const passwordFile = join(secret, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [draft, secret, passwordFile]) chownSync(path, account.uid, account.gid);
  try {
    await promisify(execFile)(
      initdb,
      [
        ...['-D', draft, '-U', user, `--pwfile=${passwordFile}`],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'],
        ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ...['--no-sync', '--no-instructions'],
      ],
      { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } },
    );
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(
      `Postgres could not make its folder ${cluster}: ${(cause as { stderr?: string }).stderr || cause}`,
      { cause },
    );
  } finally {
    rmSync(secret, { recursive: true, force: true });
  }
  renameSync(draft, cluster);
}

/** The process whose number stands in the pid file of the cluster. */
export function holderOf(cluster: string): number | undefined {
  const pidFile = join(cluster, 'postmaster.pid');
  return existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : undefined;
}

/** After `kill -9` a server may still run on this cluster, or its pid file name a process that is none of ours. */
export async function endLeftOver(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [pid, folder] = readFileSync(pidFile, 'utf8').split('\n');
  const identity = identify(Number(pid));
  if (identity && folder === cluster && commandLine(identity.pid).includes(cluster)) {
    await endProcess(identity, { signal: 'SIGINT', graceMs: 10_000 });
  }
  rmSync(pidFile, { force: true });
}

function commandLine(pid: number): string {
  return existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
}
