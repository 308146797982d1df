import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@rowcast/tooling/stack/network/ports';
import { createDatabase, startPostgres } from '@rowcast/tooling/stack/postgres/postgres';
import { startGuard } from '@rowcast/tooling/stack/processes/guard';
import type { Service } from '@rowcast/tooling/stack/service';
import { startValkey } from '@rowcast/tooling/stack/valkey';
import { Redis } from 'ioredis';
import type {} from 'vitest';

/** Where the services of a test run are. Plain data: `provide('services', services.addresses)`, `inject('services')`. */
export type ServiceAddresses = { databaseUrl: string; redisUrl: string };

declare module 'vitest' {
  export interface ProvidedContext {
    services: ServiceAddresses;
  }
}

/** One service that a test may kill and start again on the same data and port. */
export type TestService = {
  url: string;
  port: number;
  pid(): number;
  kill(): Promise<void>;
  start(): Promise<void>;
};

export type TestServices = {
  addresses: ServiceAddresses;
  postgres: TestService;
  valkey: TestService;
  folder: string;
  stop(): Promise<void>;
};

/**
 * A real Postgres and a real Valkey on free ports and a temporary folder. `migrate` is given the address of the
 * database that `freshDatabase` clones. Everything goes when `stop` is called or this process ends, however it ends.
 */
export async function startServices(
  options: { migrate?(databaseUrl: string): Promise<void> } = {},
): Promise<TestServices> {
  const folder = mkdtempSync(join(tmpdir(), 'rowcast-test-'));
  chmodSync(folder, 0o711);
  const guard = startGuard();
  guard.removeFolder(folder);
  const postgresPort = await freePort();
  const valkeyPort = await freePort(undefined, new Set([postgresPort]));
  const password = randomBytes(16).toString('hex');
  const common = { guard, password };
  const launchPostgres = async () => {
    // Vacuuming the many databases of a run in turn would take a good part of a core.
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
    const log = join(folder, 'postgres.log');
    const running = await startPostgres({
      ...common,
      folder: join(folder, 'postgres'),
      port: postgresPort,
      log,
      settings,
    });
    if (dirname(running.cluster) !== folder) guard.removeFolder(dirname(running.cluster));
    return running;
  };
  const launchValkey = () =>
    startValkey({
      ...common,
      folder: join(folder, 'valkey'),
      port: valkeyPort,
      log: join(folder, 'valkey.log'),
      settings: { databases: '1024' },
    });
  const [postgres, valkey] = await Promise.all([restartable(launchPostgres), restartable(launchValkey)]);
  await options.migrate?.(postgres.url);
  return {
    addresses: { databaseUrl: postgres.url, redisUrl: valkey.url },
    postgres,
    valkey,
    folder,
    async stop() {
      await Promise.all([postgres.kill(), valkey.kill()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      await guard.close();
    },
  };
}

async function restartable(launch: () => Promise<Service>): Promise<TestService> {
  let running = await launch();
  return {
    url: running.url,
    port: running.port,
    pid: () => running.pid,
    async kill() {
      try {
        process.kill(running.pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
      await running.exited;
    },
    async start() {
      running = await launch();
    },
  };
}

/** A database of its own for one test file: a clone of the migrated one, to which nobody may be connected meanwhile. */
export async function freshDatabase({ databaseUrl }: ServiceAddresses): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = new URL(databaseUrl);
  const admin = new URL('/postgres', databaseUrl);
  await createDatabase(admin.href, name, template.pathname.slice(1));
  return new URL(`/${name}`, databaseUrl).href;
}

/** A keyspace of its own for one test file. Published messages are still seen by all. */
export async function freshRedis({ redisUrl }: ServiceAddresses): Promise<string> {
  const client = new Redis(redisUrl);
  const keyspace = await client.incr('testkit:keyspaces');
  client.disconnect();
  return `${redisUrl}/${keyspace}`;
}
