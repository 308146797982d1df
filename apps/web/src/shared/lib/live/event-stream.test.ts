import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLocalServer } from '../../../../test/local-server.ts';
import { resetRequestGuard } from '../http/request-guard.ts';
import { storeTokens } from '../session/session.ts';
import { followEvents } from './event-stream.ts';

let server: Awaited<ReturnType<typeof startLocalServer>> | undefined;
const apiId = `api_${'1'.repeat(32)}`;
const silenceMs = 40_000;

beforeEach(resetRequestGuard);
afterEach(async () => {
  // In this order, because the spy restores the fake timer that it found.
  vi.restoreAllMocks();
  vi.useRealTimers();
  await server?.stop();
  server = undefined;
});

test('dispatches events and resumes after the last one', async () => {
  let connections = 0;
  server = await startLocalServer((_, response) => {
    connections += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`id: ${connections}-0\ndata: ${JSON.stringify({ type: 'api.changed', apiId })}\n\n`);
    if (connections === 1) response.end();
    return undefined;
  });
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  const changed = vi.fn();
  const stop = new AbortController();
  const following = followEvents([{ 'api.changed': changed }], new QueryClient(), stop.signal);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2), { timeout: 5000 });
  stop.abort();
  await following;
  expect(changed.mock.calls[0]?.[0]).toEqual({ type: 'api.changed', apiId });
  const [first, second] = server.received;
  expect(first?.headers.authorization).toBe('Bearer access-1');
  expect(first?.headers['last-event-id']).toBeUndefined();
  expect(second?.headers['last-event-id']).toBe('1-0');
});

test('refetches everything after lost events', async () => {
  server = await startLocalServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ type: 'resync' })}\n\n`);
    return undefined;
  });
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  const queries = new QueryClient();
  queries.setQueryData(['apis'], []);
  const stop = new AbortController();
  const following = followEvents([], queries, stop.signal);
  await vi.waitFor(() => expect(queries.getQueryState(['apis'])?.isInvalidated).toBe(true), {
    timeout: 5000,
  });
  stop.abort();
  await following;
});

test('a stream that broke before its first event counts as lost events', async () => {
  let connections = 0;
  server = await startLocalServer((_, response) => {
    connections += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (connections === 1) response.end();
    else response.flushHeaders();
    return undefined;
  });
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  const lost = vi.fn();
  const stop = new AbortController();
  const following = followEvents([{ resync: lost }], new QueryClient(), stop.signal);
  await vi.waitFor(() => expect(lost).toHaveBeenCalledTimes(1), { timeout: 5000 });
  stop.abort();
  await following;
});

test('reconnects a silent stream and keeps one with heartbeats', async () => {
  let connections = 0;
  let beat = () => {};
  server = await startLocalServer((_, response) => {
    connections += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`id: ${connections}-0\ndata: ${JSON.stringify({ type: 'api.changed', apiId })}\n\n`);
    beat = () => response.write(': \n\n');
    return undefined;
  });
  storeTokens({ token: 'access-1', refreshToken: 'refresh-1' });
  const changed = vi.fn();
  const stop = new AbortController();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  /** One timeout when a connection starts, and one for each chunk. */
  const silences = () => timers.mock.calls.filter(([, ms]) => ms === silenceMs).length;
  const following = followEvents([{ 'api.changed': changed }], new QueryClient(), stop.signal);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  await vi.advanceTimersByTimeAsync(silenceMs);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  for (const each of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(25_000);
    const before = silences();
    beat();
    await vi.waitFor(() => expect(silences(), `beat ${each}`).toBe(before + 1), { timeout: 10_000 });
  }
  stop.abort();
  await following;
  expect(server.received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '1-0']);
}, 40_000);
