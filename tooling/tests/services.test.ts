import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../src/stack/network/ports.ts';
import { startPostgres } from '../src/stack/postgres/postgres.ts';
import { startGuard } from '../src/stack/processes/guard.ts';
import { awaitService } from '../src/stack/service.ts';
import { startValkey } from '../src/stack/valkey.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function options(name: string, folder = temporaryFolder()) {
  const guard = startGuard();
  onTestFinished(() => guard.close());
  return {
    folder: join(folder, name),
    log: join(folder, `${name}.log`),
    port: await freePort(),
    password: 'p@ss word/1',
    guard,
  };
}

async function sql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('Postgres finds its rows again after a stop and after a kill', async () => {
  const given = await options('postgres');
  const first = await startPostgres(given);
  await sql(first.url, "create table t (word text); insert into t values ('kept')");
  await first.stop();
  const second = await startPostgres(given);
  await sql(second.url, "insert into t values ('also kept')");
  process.kill(second.pid, 'SIGKILL');
  await second.exited;
  const third = await startPostgres(given);
  onTestFinished(() => third.stop());
  expect(await sql(third.url, 'select word from t')).toEqual([{ word: 'kept' }, { word: 'also kept' }]);
});

test('a cluster left incomplete by a killed start is created again', async () => {
  const given = await options('postgres');
  mkdirSync(`${given.folder}.draft`);
  writeFileSync(`${given.folder}.draft/PG_VERSION`, '18\n');
  const postgres = await startPostgres(given);
  onTestFinished(() => postgres.stop());
  expect(await sql(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(`${given.folder}.draft`)).toBe(false);
});

test('a folder that holds something else is left as it is', async () => {
  const given = await options('postgres');
  mkdirSync(join(given.folder, 'data'), { recursive: true });
  await expect(startPostgres(given)).rejects.toThrow(/neither empty nor a Postgres cluster/);
  expect(existsSync(join(given.folder, 'data'))).toBe(true);
});

test('a missing database that was recorded elsewhere is not created again', async () => {
  const given = await options('postgres');
  const elsewhere = join(given.folder, 'elsewhere');
  writeFileSync(`${given.folder}.location`, `${elsewhere}\n`);
  await expect(startPostgres(given)).rejects.toThrow(`The database lies in ${elsewhere}`);
  expect(existsSync(given.folder)).toBe(false);
});

test('a Postgres that takes its time to start is waited for', async () => {
  const guard = startGuard();
  onTestFinished(() => guard.close());
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  let asked = 0;
  const service = await awaitService({
    what: 'Postgres',
    child,
    guard,
    stopSignal: 'SIGTERM',
    log: '',
    readyWithinMs: 100,
    ready: async () => {
      asked += 1;
      return asked > 20 ? 'ready' : 'starting';
    },
  });
  expect(asked).toBe(21);
  await service.stop();
});

test('a Postgres left running on the same cluster is replaced', async () => {
  const given = await options('postgres');
  const left = await startPostgres(given);
  const next = await startPostgres({ ...given, port: await freePort() });
  onTestFinished(() => next.stop());
  expect(await left.exited).toBeTruthy();
  expect(await sql(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a wrong password opens neither service', async () => {
  const postgres = await startPostgres(await options('postgres'));
  const valkey = await startValkey(await options('valkey'));
  onTestFinished(async () => void (await Promise.all([postgres.stop(), valkey.stop()])));
  const wrong = (url: string) => Object.assign(new URL(url), { password: 'wrong' }).href;
  await expect(sql(wrong(postgres.url), 'select 1')).rejects.toThrow(/password authentication failed/);
  const client = new Redis(wrong(valkey.url), { retryStrategy: null, lazyConnect: true });
  client.on('error', () => undefined);
  await expect(client.connect().then(() => client.ping())).rejects.toThrow();
  client.disconnect();
});

test('Valkey keeps what it acknowledged, and its password out of the arguments', async () => {
  const given = await options('valkey');
  const first = await startValkey(given);
  const writer = new Redis(first.url);
  await writer.set('word', 'kept');
  expect(await writer.config('GET', 'maxmemory-policy')).toContain('noeviction');
  writer.disconnect();
  expect(statSync(join(given.folder, 'valkey.conf')).mode & 0o777).toBe(0o600);
  if (existsSync(`/proc/${first.pid}/cmdline`)) {
    expect(readFileSync(`/proc/${first.pid}/cmdline`, 'utf8')).not.toContain(given.password);
  }
  await first.stop();
  const second = await startValkey(given);
  onTestFinished(() => second.stop());
  const reader = new Redis(second.url);
  expect(await reader.get('word')).toBe('kept');
  reader.disconnect();
});

test('a service that cannot start says why', async () => {
  const given = await options('valkey');
  const first = await startValkey(given);
  onTestFinished(() => first.stop());
  await expect(startValkey({ ...given, folder: `${given.folder}-2` })).rejects.toThrow(
    /Valkey ended at start/,
  );
});
