import type { Services } from '../platform/services.ts';
import { type Call, recordCalls } from './repository.ts';

const batchSize = 1_000;
const bufferSize = 20_000;
const intervalMs = 500;

export interface Metering {
  record(call: Call): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

/** Logs calls after their answers. When Postgres is away the buffer fills, then the newest are dropped and counted. */
export function openMetering({ db, log }: Pick<Services, 'db' | 'log'>, onDrop = () => {}): Metering {
  const buffer: Call[] = [];
  let dropped = 0;
  let writing: Promise<void> | null = null;

  const writeAll = async () => {
    while (buffer.length > 0) {
      const batch = buffer.slice(0, batchSize);
      await recordCalls(db, batch);
      buffer.splice(0, batch.length);
    }
    if (dropped > 0) log.warn({ dropped }, 'calls missing in the request log');
    dropped = 0;
  };
  const flush = () => {
    writing ??= writeAll()
      .catch((error: Error) =>
        log.warn({ error: error.message, kept: buffer.length }, 'request log not written'),
      )
      .finally(() => {
        writing = null;
      });
    return writing;
  };
  const timer = setInterval(flush, intervalMs);
  return {
    record(call) {
      if (buffer.length < bufferSize) buffer.push(call);
      else {
        dropped += 1;
        onDrop();
      }
    },
    async close() {
      clearInterval(timer);
      await writing;
      await flush();
    },
  };
}
