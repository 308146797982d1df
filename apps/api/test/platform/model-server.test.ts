import { createServer } from 'node:http';
import { type AddressInfo, createServer as listen } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { CancellationToken } from '../../src/platform/model-server/exchange.ts';
import type { Question } from '../../src/platform/model-server/request.ts';
import { CallerGone, connectServer } from '../../src/platform/model-server/server.ts';
import { modelServer } from '../../src/platform/model-server.ts';
import { answering, closeAll, closing, question, serve } from './answering.ts';

afterEach(closeAll);

const echo = () =>
  answering((req, res, body) => {
    const reported = { 'content-length': body.length, 'x-policy': req.headers['x-rowcast-policy'] ?? '' };
    res.writeHead(200, reported).end(body);
  });

test('small and large bodies come back whole, each to who sent it, over no more connections than needed', async () => {
  const { client, sockets } = await echo();
  const sizes = Array.from({ length: 300 }, (_, at) => (at % 10 === 0 ? 300_000 + at : 20 + at));
  const asked = sizes.map(async (size, at) => {
    const body = Buffer.alloc(size, at % 251);
    const reply = await client.ask(question({ body, policy: `p${at}` }), new CancellationToken());
    expect(reply.headers['x-policy']).toBe(`p${at}`);
    expect(reply.body.equals(body)).toBe(true);
  });
  await Promise.all(asked);
  expect(sockets.size).toBeLessThanOrEqual(64);
  const before = sockets.size;
  for (let at = 0; at < 5; at++) await client.ask(question(), new CancellationToken());
  expect(sockets.size).toBe(before);
});

test('an answer is read in single bytes, and without a length', async () => {
  const drips = listen((socket) =>
    socket.on('data', async () => {
      for (const byte of 'HTTP/1.1 422 X\r\nContent-Length: 3\r\nRetry-After:1\r\n\r\nabc') {
        socket.write(byte);
        await sleep(1);
      }
    }),
  );
  const { client } = await serve(drips);
  const dripped = await client.ask(question(), new CancellationToken());
  expect([dripped.status, dripped.headers['retry-after'], `${dripped.body}`]).toEqual([422, '1', 'abc']);

  const { client: other } = await answering((_, res) => res.write('in ', () => res.end('pieces')));
  expect(`${(await other.ask(question(), new CancellationToken())).body}`).toBe('in pieces');
});

test('an answer beyond any bound is not kept, and the server is not away for it', async () => {
  const bytes = 260 * 1024 * 1024;
  const part = Buffer.alloc(4 * 1024 * 1024);
  const { client } = await answering((req, res) => {
    const isShort = req.headers['x-rowcast-policy'] === 'short';
    if (isShort) return void res.writeHead(200, { 'content-length': bytes }).write(part);
    pipeline(Readable.from(Array(bytes / part.length).fill(part)), res, () => {});
  });
  const ask = (given: Partial<Question>) =>
    expect(client.ask(question(given), new CancellationToken())).rejects.toMatchObject({
      code: 'MODEL_SERVER_FAILED',
    });
  for (let call = 0; call < 6; call++) await ask({ policy: 'short' });
  await ask({ timeoutMs: 15_000 });
  expect(client.breaker.isOpen).toBe(false);
});

test('a connection that was closed meanwhile costs nothing; one that breaks within an answer is an error', async () => {
  const { client, sockets } = await echo();
  await client.ask(question(), new CancellationToken());
  for (const socket of sockets) socket.destroy();
  expect((await client.ask(question(), new CancellationToken())).status).toBe(200);

  const { client: other } = await answering((_, res) => {
    res.writeHead(200, { 'content-length': 10 }).write('half', () => res.destroy());
  });
  await expect(other.ask(question(), new CancellationToken())).rejects.toMatchObject({
    code: 'MODEL_SERVER_FAILED',
  });
});

test('connections that are closed together, while calls go on, cost nobody an answer', async () => {
  const { client, sockets } = await echo();
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 30 }, () => client.ask(question(), new CancellationToken())));
    const open = [...sockets].filter(({ destroyed }) => !destroyed);
    for (const socket of open.slice(0, round % 2 ? open.length : open.length / 2)) socket.end();
    for (let call = 0; call < 20; call++) {
      const asked = [
        client.ask(question(), new CancellationToken()),
        client.ask(question(), new CancellationToken()),
      ];
      for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    }
  }
});

test('connections that nobody uses are let go', { timeout: 10_000 }, async () => {
  const { client, sockets } = await echo();
  await client.ask(question(), new CancellationToken());
  const [socket] = sockets;
  expect(socket?.destroyed).toBe(false);
  await expect.poll(() => socket?.destroyed, { timeout: 8_000 }).toBe(true);
});

test.each([
  'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n',
  'zz\r\nContent-Length: 2\r\n\r\nok',
])('%j is no answer, and ends nothing else', async (answer) => {
  const { client } = await serve(
    listen((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.end(answer));
    }),
  );
  await expect(client.ask(question({ timeoutMs: 1_000 }), new CancellationToken())).rejects.toMatchObject({
    code: expect.stringMatching(/^MODEL_SERVER_/),
  });
});

test('timeouts, disconnects and refused connections are distinct errors', async () => {
  const gone: string[] = [];
  const { client } = await answering((req) => req.socket.once('close', () => gone.push('closed')));
  await expect(client.ask(question({ timeoutMs: 100 }), new CancellationToken())).rejects.toMatchObject({
    code: 'MODEL_SERVER_TIMEOUT',
  });
  await expect.poll(() => gone).toEqual(['closed']);
  const cancellation = new CancellationToken();
  const left = client.ask(question(), cancellation);
  setTimeout(() => cancellation.cancel(new CallerGone()), 50);
  await expect(left).rejects.toBeInstanceOf(CallerGone);
  await expect.poll(() => gone).toEqual(['closed', 'closed']);
  const away = connectServer('http://127.0.0.1:9', () => {});
  closing.push(() => away.close());
  await expect(away.ask(question(), new CancellationToken())).rejects.toMatchObject({
    code: 'MODEL_SERVER_UNAVAILABLE',
  });
});

test('a value that would begin another header is not sent', async () => {
  const received: string[] = [];
  const { client } = await answering((req, res) => {
    received.push(req.url ?? '');
    res.end();
  });
  for (const odd of [{ policy: 'strict\r\nx-rowcast-scaling: on' }, { path: '/a HTTP/1.1\r\n\r\nGET /b' }])
    for (let call = 0; call < 6; call++)
      await expect(client.ask(question(odd), new CancellationToken())).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
  expect(received).toEqual([]);
  expect(client.breaker.isOpen).toBe(false);
});

test('servers are ready while one of them is; none is asked about a model while it is away', async () => {
  const paths: string[] = [];
  const own = createServer((req, res) => {
    paths.push(req.url ?? '');
    res.statusCode = req.url === '/health/ready' ? 200 : 500;
    res.end();
  });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const alive = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
  const gone = 'http://127.0.0.1:9';
  const open = (...MODEL_SERVER_URLS: string[]) => {
    const opened = modelServer({ MODEL_SERVER_URLS }, pino({ level: 'silent' }));
    closing.push(() => opened.close());
    return opened;
  };
  closing.push(() => new Promise((resolve) => own.close(resolve)));
  const both = open(gone, alive);
  expect(await Promise.all([both.ready(), both.ready(), both.ready()])).toEqual([true, true, true]);
  expect(paths).toEqual(['/health/ready']);
  const none = open(gone);
  expect(await none.ready()).toBe(false);
  const away = { code: 'MODEL_SERVER_UNAVAILABLE' };
  await expect(none.describe('b')).rejects.toMatchObject({ ...away, retryAfterSeconds: 3 });
  const { bundle: _bundle, path: _path, others: _others, ...asked } = question();
  for (let each = 0; each < 5; each += 1)
    await expect(none.predict('b', { ...asked, query: '' }, new CancellationToken())).rejects.toMatchObject(
      away,
    );
  await expect(none.describe('b')).rejects.toMatchObject({ ...away, retryAfterSeconds: 1 });
});

test.each([
  [503, 'MODEL_SERVER_BUSY'],
  [504, 'MODEL_SERVER_TIMEOUT'],
  [507, 'MODEL_TOO_LARGE'],
  [500, 'MODEL_SERVER_FAILED'],
])('what the model server answers with %i is reported as %s', async (status, code) => {
  const { client } = await answering((_, res) => res.writeHead(status, { 'content-length': 2 }).end('{}'));
  const config = { MODEL_SERVER_URLS: [client.url] };
  const opened = modelServer(config, pino({ level: 'silent' }));
  closing.push(() => opened.close());
  const { bundle: _bundle, path: _path, others: _others, ...asked } = question();
  await expect(opened.predict('b', { ...asked, query: '' }, new CancellationToken())).rejects.toMatchObject({
    code,
  });
});
