import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from './console-build.ts';
import { type Environment, givenEnvironment, programEnvironments } from './environment.ts';
import { type Guard, startGuard } from './guard.ts';
import { type Kept, keepRunning, type Running } from './keep-running.ts';
import { type DataFolder, dataFolder } from './paths.ts';
import { startPostgres } from './postgres.ts';
import { choosePorts, type Ports } from './product-ports.ts';
import { launchProgram } from './program.ts';
import { type ProgramName, programs } from './programs.ts';
import { awaitReady } from './readiness.ts';
import { takeRunFile } from './run-file.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { startValkey } from './valkey.ts';

export type ProcessName = 'postgres' | 'valkey' | ProgramName;

export type Product = {
  address: string;
  mailbox: string | undefined;
  databaseUrl: string;
  redisUrl: string;
  environment: Environment;
  process(name: ProcessName): Kept;
  stop(): Promise<void>;
};

export type ProductOptions = {
  data?: DataFolder;
  given?: Environment;
  /** What the supervisor has to tell. */
  say(sentence: string): void;
  /** A line that a process wrote. */
  line(name: ProcessName, text: string): void;
  signal?: AbortSignal;
};

/** Starts everything the product consists of and resolves when the console can be used. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const data = options.data ?? dataFolder();
  const given = options.given ?? givenEnvironment();
  const runFile = await takeRunFile(data.runFile);
  const guard = startGuard();
  const kept = new Map<ProcessName, Kept>();
  const stop = async () => {
    for (const name of stopOrder) await kept.get(name)?.stop();
    guard.close();
    runFile.remove();
  };
  const keep = async (name: ProcessName, launch: () => Promise<Running>) => {
    const started = (pid: number) => runFile.child(name, pid);
    kept.set(name, await keepRunning(name, launch, { say: options.say, started }));
  };
  try {
    makeFolders(data);
    const secrets = loadSecrets(data.secrets);
    const ports = await choosePorts(given, options.say);
    const [databaseUrl, redisUrl] = await Promise.all([
      given.DATABASE_URL ?? embeddedPostgres(data, secrets, ports, guard, keep),
      given.REDIS_URL ?? embeddedValkey(data, secrets, ports, guard, keep),
      buildConsole(options.say, options.signal),
    ]);
    const addresses = {
      host: ports.host,
      port: ports.api,
      modelServerPort: ports.modelServer,
      databaseUrl,
      redisUrl,
    };
    const environments = programEnvironments(given, data, secrets, addresses);
    for (const program of programs(environments, given)) {
      await keep(program.name, () =>
        launchProgram(program, guard, (text) => options.line(program.name, text)),
      );
    }
    const address = environments.node.PUBLIC_URL ?? '';
    const local = `http://${ports.host === '0.0.0.0' ? '127.0.0.1' : ports.host}:${ports.api}`;
    runFile.update({ address: local });
    await awaitReady(local, kept, options.signal);
    return {
      address,
      mailbox: environments.node.MAIL_LOCAL === 'true' ? `${address}/mailbox` : undefined,
      databaseUrl,
      redisUrl,
      environment: environments.node,
      process: (name) => need(kept, name),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const stopOrder: ProcessName[] = ['api', 'jobs', 'worker', 'model server', 'valkey', 'postgres'];

type Keep = (name: ProcessName, launch: () => Promise<Running>) => Promise<void>;

function makeFolders(data: DataFolder): void {
  mkdirSync(data.folder, { recursive: true });
  // Postgres, under an account of its own, must be able to pass through.
  if (process.getuid?.() === 0) chmodSync(data.folder, 0o711);
  for (const folder of [data.objects, data.logs, data.tmp])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
}

async function embeddedPostgres(
  data: DataFolder,
  secrets: Secrets,
  ports: Ports,
  guard: Guard,
  keep: Keep,
): Promise<string> {
  const log = join(data.logs, 'postgres.log');
  const options = { folder: data.postgres, port: ports.postgres, password: secrets.postgres, log, guard };
  let url = '';
  await keep('postgres', async () => {
    const running = await startPostgres(options);
    url = running.url;
    return running;
  });
  return url;
}

async function embeddedValkey(
  data: DataFolder,
  secrets: Secrets,
  ports: Ports,
  guard: Guard,
  keep: Keep,
): Promise<string> {
  const log = join(data.logs, 'valkey.log');
  const options = { folder: data.valkey, port: ports.valkey, password: secrets.valkey, log, guard };
  let url = '';
  await keep('valkey', async () => {
    const running = await startValkey(options);
    url = running.url;
    return running;
  });
  return url;
}

function need(kept: Map<ProcessName, Kept>, name: ProcessName): Kept {
  const found = kept.get(name);
  if (!found) throw new Error(`This product runs no ${name} of its own.`);
  return found;
}
