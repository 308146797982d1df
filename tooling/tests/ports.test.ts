import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { localUrl } from '../src/stack/network/local-url.ts';
import { freePort, isFree } from '../src/stack/network/ports.ts';
import { choosePorts } from '../src/stack/network/product-ports.ts';

async function listen(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

test('a port that something listens on is not free', async () => {
  expect(await isFree(await listen())).toBe(false);
});

test('a wanted port is taken when free and exchanged when not', async () => {
  const wanted = await freePort();
  expect(await freePort(wanted)).toBe(wanted);
  await listen(wanted);
  const other = await freePort(wanted);
  expect(other).not.toBe(wanted);
  expect(await isFree(other)).toBe(true);
});

test('occupied default ports are replaced and printed', async () => {
  if (await isFree(3000)) await listen(3000);
  const reported: string[] = [];
  const ports = await choosePorts({}, (sentence) => reported.push(sentence));
  expect(ports.api).not.toBe(3000);
  expect(reported).toContain(`Port 3000 is taken; the console uses ${ports.api}`);
  expect(new Set([ports.api, ports.modelServer, ports.postgres, ports.valkey]).size).toBe(4);
});

test('a port asked for by number is never exchanged', async () => {
  const taken = await listen();
  await expect(choosePorts({ PORT: `${taken}` }, () => undefined)).rejects.toThrow(
    `Port ${taken}, asked for`,
  );
});

test.each([
  [{ PORT: 'abc' }, 'PORT=abc is no port'],
  [{ VALKEY_PORT: '70000' }, 'VALKEY_PORT=70000 is no port'],
  [{ HOST: '192.0.2.1' }, "The console can't listen on 192.0.2.1: it is no address of this machine"],
])('%j is refused in words', async (given, words) => {
  await expect(choosePorts(given, () => undefined)).rejects.toThrow(words);
});

test('a usual port that was asked for is not exchanged either', async () => {
  if (await isFree(5433)) await listen(5433);
  await expect(choosePorts({ POSTGRES_PORT: '5433' }, () => undefined)).rejects.toThrow(
    'Port 5433, asked for',
  );
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['localhost', 'http://localhost:3000'],
])('what listens on %s is reached at %s', (host, url) => {
  expect(localUrl(host, 3000)).toBe(url);
});

test('services of the person need no port', async () => {
  const given = {
    DATABASE_URL: 'postgres://127.0.0.1/x',
    REDIS_URL: 'redis://127.0.0.1',
    PORT: '0',
    MODEL_SERVER_PORT: '0',
  };
  expect(await choosePorts(given, () => undefined)).toMatchObject({ postgres: 0, valkey: 0 });
});
