import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { TestApp } from './app.ts';

export interface ReceivedEvent {
  id: string | undefined;
  data: unknown;
}

/** Listens like the console does. */
export async function openEventStream(
  app: Pick<TestApp, 'url'>,
  headers: Record<string, string>,
): Promise<{
  response: Response;
  /** Waits for so many events in all. */
  take(count: number): Promise<ReceivedEvent[]>;
  ended: Promise<void>;
  close(): void;
}> {
  const abort = new AbortController();
  const response = await fetch(`${app.url}/api/v1/events`, { headers, signal: abort.signal });
  const events: ReceivedEvent[] = [];
  const waiting: { count: number; resolve: (events: ReceivedEvent[]) => void }[] = [];
  const read = async () => {
    if (!response.body) return;
    const parser = new EventSourceParserStream();
    for await (const { id, data } of response.body.pipeThrough(new TextDecoderStream()).pipeThrough(parser)) {
      events.push({ id, data: JSON.parse(data) });
      for (const { count, resolve } of waiting) if (events.length >= count) resolve(events);
    }
  };
  return {
    response,
    take: (count) =>
      events.length >= count
        ? Promise.resolve(events)
        : new Promise((resolve) => waiting.push({ count, resolve })),
    ended: read().catch(() => {}),
    close: () => abort.abort(),
  };
}
