import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder, openDataFolder } from './account/data-owner.ts';
import { buildConsole } from './console-build.ts';
import { type Environment, givenEnvironment, programEnvironments } from './environment.ts';
import { localUrl } from './network/local-url.ts';
import { choosePorts } from './network/product-ports.ts';
import { type DataFolder, dataFolder } from './paths.ts';
import { startPostgres } from './postgres/postgres.ts';
import { startGuard } from './processes/guard.ts';
import { type Kept, keepRunning, type Running } from './processes/keep-running.ts';
import { launchProgram, type Program } from './processes/program.ts';
import { awaitReady } from './processes/readiness.ts';
import { type ProgramName, programs } from './programs.ts';
import { takeRunFile } from './run-file.ts';
import { loadSecrets } from './secrets.ts';
import { startValkey } from './valkey.ts';

export type ProcessName = 'postgres' | 'valkey' | ProgramName;

/** Where people find the product; the mailbox only where mail stays on this machine. */
export type Place = { address: string; mailbox: string | undefined };

/** The address, where it answers: whether there is a mailbox is the server's to say. */
async function placeServed(address: string): Promise<string | undefined> {
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
  return answer?.ok ? address : undefined;
}

export type Product = Place & {
  databaseUrl: string;
  redisUrl: string;
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
  /** A line for the person at the terminal, which no file may contain. */
  terminal?(name: ProcessName, text: string): void;
  /** The console can be opened; some processes still start. */
  serving?(place: Place): void;
  signal?: AbortSignal;
};

/** Starts everything the product consists of and resolves when all of it works. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const data = options.data ?? dataFolder();
  const given = options.given ?? givenEnvironment();
  makeDataFolder(data);
  const runFile = await takeRunFile(data.runFile);
  const guard = startGuard();
  const kept = new Map<ProcessName, Kept>();
  const stop = async () => {
    // A signal to the whole group ends some of them before their turn.
    for (const each of kept.values()) each.letGo();
    for (const name of stopOrder) await kept.get(name)?.stop();
    await guard.close();
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
    const settingsOf = (name: 'postgres' | 'valkey') => ({
      folder: data[name],
      port: ports[name],
      password: secrets[name],
      log: join(data.logs, `${name}.log`),
    });
    const [databaseUrl, redisUrl] = await allOf([
      given.DATABASE_URL ??
        embedded('postgres', keep, async () => {
          const postgres = await startPostgres({ ...settingsOf('postgres'), guard });
          if (postgres.cluster !== data.postgres) options.say(`The database lies in ${postgres.cluster}`);
          return postgres;
        }),
      given.REDIS_URL ?? embedded('valkey', keep, () => startValkey({ ...settingsOf('valkey'), guard })),
      buildConsole(options.say, options.signal),
    ]);
    const addresses = {
      host: ports.host,
      port: ports.api,
      modelServerPort: ports.modelServer,
      databaseUrl,
      redisUrl,
    };
    runFile.update({ postgresPort: ports.postgres });
    const environments = programEnvironments(given, data, secrets, addresses);
    const start = async (program: Program & { name: ProgramName }) =>
      keep(program.name, () =>
        launchProgram(
          program,
          guard,
          (text) => options.line(program.name, text),
          (text) => options.terminal?.(program.name, text),
        ),
      );
    const [api, ...others] = programs(environments, given);
    const local = localUrl(ports.host, ports.api);
    // Alone on the processor until it serves: the first page comes sooner, and the migrations come first.
    await start(api);
    const own = { api: ports.api };
    await awaitReady(local, kept, { checks: ['database', 'queue'], ports: own, signal: options.signal });
    runFile.update({ address: local });
    const place = {
      address: environments.node.PUBLIC_URL ?? local,
      mailbox: await placeServed(`${local}/mailbox`),
    };
    options.serving?.(place);
    await allOf(others.map(start));
    const all = given.MODEL_SERVER_URLS
      ? { checks: [], ports: own }
      : { checks: ['models'], ports: { ...own, 'model server': ports.modelServer } };
    await awaitReady(local, kept, { ...all, signal: options.signal });
    return {
      ...place,
      databaseUrl,
      redisUrl,
      process: (name) => need(kept, name),
      stop,
    };
  } catch (error) {
    await stop();
    options.signal?.throwIfAborted();
    throw error;
  }
}

/** Like Promise.all, but waits for every one first: nothing may start after all was stopped. */
async function allOf<T extends readonly unknown[]>(started: readonly [...T]) {
  await Promise.allSettled(started);
  return Promise.all(started);
}

const stopOrder: ProcessName[] = ['api', 'jobs', 'worker', 'model server', 'valkey', 'postgres'];

type Keep = (name: ProcessName, launch: () => Promise<Running>) => Promise<void>;

function makeFolders(data: DataFolder): void {
  // Where even Postgres alone has an account of its own, it must be able to pass through.
  if (process.getuid?.() === 0) openDataFolder(data);
  for (const folder of [data.objects, data.logs, data.tmp])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
}

type Embedded = Running & { url: string };

/** Starts an embedded service, keeps it running, and says where it is. */
async function embedded(name: ProcessName, keep: Keep, start: () => Promise<Embedded>): Promise<string> {
  let url = '';
  await keep(name, async () => {
    const running = await start();
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
