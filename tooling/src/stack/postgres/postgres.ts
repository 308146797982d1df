import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { unprivilegedAccount } from '../account/account.ts';
import type { Guard } from '../processes/guard.ts';
import { awaitService, openLog, type Service } from '../service.ts';
import { postgresBinaries } from './binaries.ts';
import {
  clusterFolder,
  createCluster,
  endLeftOver,
  holderOf,
  isCluster,
  rememberCluster,
} from './cluster.ts';

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
/** While it replays its log after a crash, which may take minutes. */
const startingUp = '57P03';
const database = 'rowcast';

/** Where the embedded Postgres is found by those who know its password. */
export const embeddedUrl = (port: number, password: string, name = database): string =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;

/** Starts the Postgres whose cluster lies in `folder`, making it first where there is none. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const account = unprivilegedAccount();
  const binaries = await postgresBinaries(account);
  const cluster = clusterFolder(options.folder, account);
  if (!isCluster(cluster))
    await createCluster(binaries.initdb, cluster, { user, password: options.password }, account);
  rememberCluster(options.folder, cluster);
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
        const answer = await query(url('postgres'), 'select 1').then(
          () => 'ready' as const,
          ({ code }) => (code === startingUp ? 'starting' : 'silent'),
        );
        return holderOf(cluster) === pid ? answer : 'silent';
      },
    });
  };
  const service = await onceMemoryIsFree(launch);
  await createDatabase(url('postgres'), database).catch(async (error) => {
    await service.stop();
    throw error;
  });
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
