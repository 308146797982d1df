import { type LiveEvent, liveEvent } from '@rowcast/contracts/events';
import type { QueryClient } from '@tanstack/react-query';
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { RequestError } from '../http/request-error.ts';
import { send } from '../http/send.ts';
import { useLiveState } from './live-state.ts';

/** What each event does to the cached answers. A feature says its part in `live.ts`. */
export type LiveHandlers = {
  [T in LiveEvent['type']]?: (event: Extract<LiveEvent, { type: T }>, queries: QueryClient) => void;
};

const longestWaitMs = 30_000;
/** The server says something every 15 s: a connection that is silent for so long is broken, though nothing tells it. */
const longestSilenceMs = 40_000;

function tell(event: LiveEvent, handlers: readonly LiveHandlers[], queries: QueryClient): void {
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

/** A connection that ends with `signal`, or when nothing has come for too long. */
function openConnection(signal: AbortSignal) {
  const connection = new AbortController();
  const end = () => connection.abort();
  let timer = setTimeout(end, longestSilenceMs);
  signal.addEventListener('abort', end);
  return {
    signal: connection.signal,
    /** What says only that somebody is there does not come out of the parser. */
    listen: () =>
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(bytes, next) {
          clearTimeout(timer);
          timer = setTimeout(end, longestSilenceMs);
          next.enqueue(bytes);
        },
      }),
    close() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    },
  };
}

/** Keeps one event stream open until `signal` aborts, resuming after the last event seen. */
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
      // What happened while no stream was open and no id was known is only visible by asking again.
      if (failures > 0 && !lastEventId) tell({ type: 'resync' }, handlers, queries);
      failures = 0;
      // Safari reads streams by pipes and readers alone, not by `for await`.
      const heard = new WritableStream<EventSourceMessage>({
        write({ id, data }) {
          if (id) lastEventId = id;
          const parsed = data ? liveEvent.safeParse(JSON.parse(data)) : null;
          if (parsed?.success) tell(parsed.data, handlers, queries);
        },
      });
      await response.body
        .pipeThrough(connection.listen())
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
        .pipeTo(heard);
    } catch (error) {
      if (error instanceof RequestError && error.code === 'SESSION_EXPIRED') return;
    } finally {
      connection.close();
      useLiveState.setState({ connected: false });
    }
    if (signal.aborted) return;
    failures += 1;
    await wait(Math.min(longestWaitMs, 500 * 2 ** failures) * (0.75 + Math.random() / 2), signal);
  }
}
