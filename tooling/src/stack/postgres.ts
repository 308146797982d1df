import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Account, canReach, unprivilegedAccount } from './account.ts';
import type { Guard } from './guard.ts';
import { postgresBinaries, reachableFolder } from './postgres-binaries.ts';
import { endProcess, identify } from './process-identity.ts';
import { awaitService, openLog, type Service } from './service.ts';

export type PostgresOptions = {
  folder: string;
  port: number;
  password: string;
  log: string;
  guard: Guard;
  settings?: Record<string, string>;
};

export type Postgres = Service & { cluster: string };

const user = 'rowcast';
const database = 'rowcast';

/** Where the embedded Postgres is found by those who know its password. */
export const embeddedUrl = (port: number, password: string, name = database): string =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;

/** Starts the Postgres whose cluster lies in `folder`, making it first where there is none. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const account = unprivilegedAccount();
  const binaries = await postgresBinaries(account);
  const cluster = clusterFolder(options.folder, account);
  if (!existsSync(join(cluster, 'PG_VERSION')))
    await createCluster(binaries.initdb, cluster, options.password, account);
  await endLeftOver(cluster);

  const settings = {
    port: `${options.port}`,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...options.settings,
  };
  const url = (name: string) => embeddedUrl(options.port, options.password, name);
  const launch = () => {
    const log = openLog(options.log);
    const child = spawn(
      binaries.postgres,
      ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...account,
        cwd: '/',
        detached: true,
        stdio: ['ignore', log, log],
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
      },
    );
    closeSync(log);
    return awaitService({
      what: 'Postgres',
      child,
      guard: options.guard,
      log: options.log,
      stopSignal: 'SIGINT',
      ready: async (pid) => {
        const answers = query(url('postgres'), 'select 1').then(
          () => true,
          () => false,
        );
        return holderOf(cluster) === pid && (await answers);
      },
    });
  };
  const service = await onceMemoryIsFree(launch);
  await createDatabase(url('postgres'), database);
  return { ...service, port: options.port, url: url(database), cluster };
}

const orphansEndWithinMs = 15_000;

/** The children of a killed Postgres hold its shared memory until they notice; no other may start meanwhile. */
async function onceMemoryIsFree<T>(launch: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + orphansEndWithinMs;
  for (;;) {
    try {
      return await launch();
    } catch (error) {
      const held = String(error).includes('pre-existing shared memory block');
      if (!held || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

/** The folder itself, or, where the account of Postgres cannot reach it, one that it can, remembered beside it. */
function clusterFolder(folder: string, account: Account | undefined): string {
  const note = `${folder}.location`;
  if (existsSync(note)) return readFileSync(note, 'utf8').trim();
  mkdirSync(dirname(folder), { recursive: true });
  if (canReach(account, dirname(folder))) return folder;
  const elsewhere = join(
    reachableFolder,
    createHash('sha256').update(folder).digest('hex').slice(0, 12),
    'postgres',
  );
  mkdirSync(dirname(elsewhere), { recursive: true, mode: 0o755 });
  writeFileSync(note, `${elsewhere}\n`);
  return elsewhere;
}

/** Made aside, so that a start that is killed meanwhile leaves no half of a cluster. */
async function createCluster(
  initdb: string,
  cluster: string,
  password: string,
  account: Account | undefined,
): Promise<void> {
  const draft = `${cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const secret = mkdtempSync(join(tmpdir(), 'rowcast-'));
  const passwordFile = join(secret, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [draft, secret, passwordFile]) chownSync(path, account.uid, account.gid);
  try {
    await promisify(execFile)(
      initdb,
      [
        ...['-D', draft, '-U', user, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
        ...[
          '--locale=C',
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
          '--no-sync',
          '--no-instructions',
        ],
      ],
      { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } },
    );
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(
      `Postgres could not make its folder ${cluster}: ${(cause as { stderr?: string }).stderr ?? cause}`,
      { cause },
    );
  } finally {
    rmSync(secret, { recursive: true, force: true });
  }
  rmSync(cluster, { recursive: true, force: true });
  renameSync(draft, cluster);
}

/** The process whose number stands in the pid file of the cluster. */
function holderOf(cluster: string): number | undefined {
  const pidFile = join(cluster, 'postmaster.pid');
  return existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : undefined;
}

/** After `kill -9` a server may still run on this cluster, or its pid file name a process that is none of ours. */
async function endLeftOver(cluster: string): Promise<void> {
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

export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<void> {
  const exists = await query(adminUrl, 'select 1 from pg_database where datname = $1', [name]);
  if (exists.rowCount) return;
  await query(
    adminUrl,
    `create database ${pg.escapeIdentifier(name)}${template ? ` template ${pg.escapeIdentifier(template)}` : ''}`,
  );
}

async function query(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
