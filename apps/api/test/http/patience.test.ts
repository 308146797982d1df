import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cutOffLater } from '../../src/http/sockets/close-after-response.ts';
import { CancellationToken } from '../../src/platform/model-server.ts';
import { readBody } from '../../src/predict/http/read-body.ts';
import { watchStream } from '../../src/predict/streaming/stream-watchdog.ts';

// Other tests set less, to see what becomes of whom; here is how long it is in earnest.
const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] as const;
beforeEach(() => void vi.useFakeTimers({ toFake: [...toFake] }));

const ends: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
});

/** A request of which only the beginning has come, and its answer. */
async function begun(): Promise<[req: http.IncomingMessage, res: http.ServerResponse]> {
  const server = http.createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const caller = net.connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  caller.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a"');
  ends.push(() => {
    caller.destroy();
    server.close();
  });
  return (await once(server, 'request')) as [http.IncomingMessage, http.ServerResponse];
}

/** The same before twenty seconds are over, and after. */
async function aroundTwentySeconds<T>(look: () => T): Promise<T[]> {
  await vi.advanceTimersByTimeAsync(19_900);
  const before = look();
  await vi.advanceTimersByTimeAsync(1_000);
  return [before, look()];
}

test('a body has twenty seconds to arrive', async () => {
  const [req] = await begun();
  let code: unknown;
  readBody(req, () => true).catch((error) => {
    code = error.code;
  });
  expect(await aroundTwentySeconds(() => code)).toEqual([undefined, 'BODY_TIMEOUT']);
});

test('who goes on sending after the answer has twenty seconds to take it in', async () => {
  const [req, res] = await begun();
  cutOffLater(req, res);
  const finished = once(res, 'finish');
  res.end('{}');
  await finished;
  expect(await aroundTwentySeconds(() => req.destroyed)).toEqual([false, true]);
});

test('a stream may all but stand still for twenty seconds', async () => {
  const { signal, moves, end } = watchStream(new CancellationToken(), async () => {});
  moves(Buffer.alloc(4_095));
  ends.push(end);
  expect(await aroundTwentySeconds(() => signal.reason?.code)).toEqual([undefined, 'BODY_TIMEOUT']);
});
