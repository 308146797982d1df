import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { giveUpSlow } from '../../src/http/sockets/slow-client.ts';

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

type Pace = NonNullable<Parameters<typeof giveUpSlow>[1]>;

/** What is read of an answer, with pauses, and whether it came to its end. */
async function read(pace: Pace, source: Parameters<typeof Readable.from>[0], pauseMs = 0) {
  const server = http.createServer((_req, res) => {
    giveUpSlow(res, pace);
    pipeline(Readable.from(source), res).catch(() => {});
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const request = http.get({ port: (server.address() as AddressInfo).port, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let bytes = 0;
  try {
    for await (const piece of response) {
      // Each time as much as the buffers on the way may hold.
      if (Math.floor(bytes / 8e6) < Math.floor((bytes + piece.length) / 8e6)) await sleep(pauseMs);
      bytes += piece.length;
    }
  } catch {}
  return { bytes, isWhole: response.complete };
}

const whole = 80e6;
const pieces = Array.from({ length: 800 }, () => Buffer.alloc(whole / 800));
async function* lines() {
  for (let each = 0; each < 20; each += 1) {
    yield 'a line\n';
    await sleep(100);
  }
}

test('an answer of which a piece is taken now and then, but little in all, is broken off', async () => {
  const pace = { minBytes: 40e6, minMs: 1_000 };
  const { bytes, isWhole } = await read(pace, pieces, 400);
  expect(isWhole).toBe(false);
  expect(bytes).toBeLessThan(whole);
});

test('one of which enough is taken goes on to its end, as one whose reader waits for more', async () => {
  expect(await read({ minBytes: 4e6, minMs: 1_000 }, pieces, 100)).toMatchObject({ isWhole: true });
  expect(await read({ minMs: 600 }, lines())).toEqual({ bytes: 140, isWhole: true });
});

test('one that lasts too long is aborted for all waiting callers', async () => {
  expect(await read({ minMs: 600, longestMs: 1_000 }, lines())).toMatchObject({ isWhole: false });
  expect(await read({ longestMs: 60_000 }, pieces)).toEqual({ bytes: whole, isWhole: true });
});
