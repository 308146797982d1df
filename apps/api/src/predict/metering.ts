import type { Services } from '../platform/services.ts';
import { type Call, recordCalls } from './call-log.repository.ts';

const batchSize = 2_000;
const bufferSize = 50_000;
/** Of what was sent and answered; past this, calls are still logged, without their texts. */
const mostTextBytes = 64 * 1024 * 1024;
const intervalMs = 500;
/** An API's console is told of new calls at most so often. */
const newsMs = 2_000;

export interface Metering {
  record(call: Call): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

const textOf = ({ request, response }: Call) => (request?.length ?? 0) + (response?.length ?? 0);

const sqlState = (error: Error): string => (error.cause as { code?: string } | undefined)?.code ?? '';

/** A text that Postgres can't hold must not keep the rest of its batch out of the log. */
async function write(db: Services['db'], batch: readonly Call[]): Promise<void> {
  try {
    await recordCalls(db, batch);
  } catch (error) {
    if (!sqlState(error as Error).startsWith('22')) throw error;
    const bare = batch.map((call) => ({ ...call, request: null, response: null, contentType: null }));
    await recordCalls(db, bare);
  }
}

/** Tells the consoles of an API that it was called, now and then, and always after the last call. */
function callNews({ events }: Pick<Services, 'events'>) {
  const waiting = new Map<string, string>();
  const told = new Map<string, number>();
  return {
    add(batch: readonly Call[]) {
      for (const { apiId, workspaceId } of batch) waiting.set(apiId, workspaceId);
    },
    tell() {
      const now = performance.now();
      for (const [apiId, at] of told) if (now - at > newsMs) told.delete(apiId);
      for (const [apiId, workspaceId] of waiting) {
        if (told.has(apiId)) continue;
        told.set(apiId, now);
        waiting.delete(apiId);
        void events.publish(workspaceId, { type: 'calls.logged', apiId });
      }
    },
  };
}

/** Logs calls after their answers. When Postgres is away the buffer fills, then the newest are dropped and counted. */
export function openMetering(
  { db, log, events }: Pick<Services, 'db' | 'log' | 'events'>,
  onDrop: (what: 'call' | 'text') => void = () => {},
): Metering {
  const buffer: Call[] = [];
  const news = callNews({ events });
  let text = 0;
  let dropped = 0;
  let writing: Promise<void> | null = null;

  const writeAll = async () => {
    while (buffer.length > 0) {
      const batch = buffer.slice(0, batchSize);
      await write(db, batch);
      buffer.splice(0, batch.length);
      for (const call of batch) text -= textOf(call);
      news.add(batch);
    }
    news.tell();
    if (dropped > 0) log.warn({ dropped }, 'calls missing in the request log');
    dropped = 0;
  };
  const flush = () => {
    writing ??= writeAll()
      .catch((error: Error) => {
        // The query's own message holds its parameters, which are customers' data.
        const reason = error.cause instanceof Error ? error.cause.message : error.name;
        log.warn({ error: reason, kept: buffer.length }, 'request log not written');
      })
      .finally(() => {
        writing = null;
      });
    return writing;
  };
  const timer = setInterval(flush, intervalMs);
  return {
    record(call) {
      if (buffer.length >= bufferSize) {
        dropped += 1;
        return onDrop('call');
      }
      const size = textOf(call);
      if (size > 0 && text + size > mostTextBytes) {
        buffer.push({ ...call, request: null, response: null });
        return onDrop('text');
      }
      text += size;
      buffer.push(call);
    },
    async close() {
      clearInterval(timer);
      await writing;
      await flush();
    },
  };
}
