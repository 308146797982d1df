import { type LiveEvent, liveEvent } from '@rowcast/contracts/events';
import type { QueryClient } from '@tanstack/react-query';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { RequestError } from '../http/request-error.ts';
import { send } from '../http/send.ts';
import { useLiveState } from './live-state.ts';

/** How each event updates the query cache. Each feature exports its handlers from `live.ts`. */
export type LiveHandlers = {
  [T in LiveEvent['type']]?: (event: Extract<LiveEvent, { type: T }>, queries: QueryClient) => void;
};

const maxWaitMs = 30_000;
/** The server sends a heartbeat every 15 s, so a longer silence means a broken connection. */
const maxSilenceMs = 40_000;

function dispatch(event: LiveEvent, handlers: readonly LiveHandlers[], queries: QueryClient): void {
  if (event.type === 'resync') void queries.invalidateQueries();
  for (const group of handlers) {
    const handle = group[event.type] as ((event: LiveEvent, queries: QueryClient) => void) | undefined;
    handle?.(event, queries);
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/** A connection that is aborted by `signal` or by a long silence. */
function openConnection(signal: AbortSignal) {
  const connection = new AbortController();
  const end = () => connection.abort();
  let timer = setTimeout(end, maxSilenceMs);
  signal.addEventListener('abort', end);
  return {
    signal: connection.signal,
    /** The parser skips heartbeats. */
    listen: () =>
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(bytes, next) {
          clearTimeout(timer);
          timer = setTimeout(end, maxSilenceMs);
          next.enqueue(bytes);
        },
      }),
    close() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    },
  };
}

/** Keeps one event stream open until `signal` aborts, resuming after the last event. */
export async function followEvents(
  handlers: readonly LiveHandlers[],
  queries: QueryClient,
  signal: AbortSignal,
): Promise<void> {
  let lastEventId: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    const connection = openConnection(signal);
    try {
      const headers: Record<string, string> = { accept: 'text/event-stream' };
      if (lastEventId) headers['last-event-id'] = lastEventId;
      const response = await send('get', 'events', {
        headers,
        signal: connection.signal,
        timeout: false,
      });
      if (!response.body) throw new TypeError('The event stream has no body.');
      useLiveState.setState({ connected: true });
      // Without a last event id, events during a disconnect are lost, so everything is refetched.
      if (failures > 0 && !lastEventId) dispatch({ type: 'resync' }, handlers, queries);
      failures = 0;
      // Safari's streams do not support `for await`.
      const events = new WritableStream<EventSourceMessage>({
        write({ id, data }) {
          if (id) lastEventId = id;
          const parsed = data ? liveEvent.safeParse(JSON.parse(data)) : null;
          if (parsed?.success) dispatch(parsed.data, handlers, queries);
        },
      });
      await response.body
        .pipeThrough(connection.listen())
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
        .pipeTo(events);
    } catch (error) {
      if (error instanceof RequestError && error.code === 'SESSION_EXPIRED') return;
    } finally {
      connection.close();
      useLiveState.setState({ connected: false });
    }
    if (signal.aborted) return;
    failures += 1;
    await wait(Math.min(maxWaitMs, 500 * 2 ** failures) * (0.75 + Math.random() / 2), signal);
  }
}
