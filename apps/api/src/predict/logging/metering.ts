import { sqlState } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { repeat } from '../../platform/time/repeat.ts';
import { inputProtection } from '../masking/protect-inputs.ts';
import { type CallBatch, hasText } from './call-batch.ts';
import { recordBatch } from './call-log.repository.ts';
import type { Call } from './logged-call.ts';
import { missingCalls } from './missing-calls.ts';
import { type Refusal, RefusalSums } from './refusal-sums.ts';
import { addRefusals } from './refusals.repository.ts';
import { createCallBuffer } from './write-batches.ts';

const bufferSize = 50_000;
/** Of what was sent and answered, in memory up to twice as large; past this, calls are still logged, without texts. */
const maxTextBytes = 64 * 1024 * 1024;
/** Calls that may wait for masks with their inputs in memory. */
const maxUnprotected = 2_000;
const intervalMs = 500;
/** Minimum interval between two notifications of an API's consoles. */
const newsMs = 2_000;

export interface Metering {
  record(call: Call): void;
  /** Counts a call that ended without predictions, whether or not it is logged. */
  refuse(refusal: Refusal): void;
  /** Writes the remaining calls or counts them as missing. */
  close(): Promise<void>;
}

const withoutTexts = { request: null, response: null, contentType: null } satisfies Partial<Call>;

/** Whether a retry is pointless: invalid data or a violated constraint. */
const isRefused = (error: unknown) => /^2[23]/.test(sqlState(error));

/** Notifies open consoles of new calls, throttled, and always after the last one. */
function callNews({ events }: Pick<Services, 'events'>) {
  const waiting = new Map<string, string>();
  const facts = new Map<string, number>();
  return {
    add(apiId: string, workspaceId: string) {
      waiting.set(apiId, workspaceId);
    },
    notify() {
      const now = performance.now();
      for (const [apiId, at] of facts) if (now - at > newsMs) facts.delete(apiId);
      for (const [apiId, workspaceId] of waiting) {
        if (facts.has(apiId)) continue;
        facts.set(apiId, now);
        waiting.delete(apiId);
        void events.publish(workspaceId, { type: 'calls.logged', apiId });
      }
    },
  };
}

/** Logs calls after their responses. Without Postgres the buffer fills, then new calls are dropped and counted. */
export function createMetering(
  services: Pick<Services, 'db' | 'config' | 'log' | 'events' | 'redis' | 'clock'>,
  onDrop: (what: 'call' | 'text') => void = () => {},
): Metering {
  const { db, log, events, redis, clock } = services;
  const protect = inputProtection(services);
  /** Calls whose inputs wait for the masks of their API. */
  const unprotected = new Set<Promise<void>>();
  const batches = createCallBuffer();
  const refusals = new RefusalSums();
  const news = callNews({ events });
  const missing = missingCalls(redis, clock.now);
  let dropped = 0;

  /** A text that Postgres cannot store must not block its batch. */
  const write = async (batch: CallBatch) => {
    try {
      await recordBatch(db, batch);
    } catch (error) {
      if (!sqlState(error).startsWith('22')) throw error;
      await recordBatch(db, batch, false);
      dropAll(batch, 'text');
    }
  };
  const writeRefusals = async () => {
    const sums = refusals.take();
    if (sums.length === 0) return;
    try {
      for (const { apiId, workspaceId } of await addRefusals(db, sums)) news.add(apiId, workspaceId);
    } catch (error) {
      if (!isRefused(error)) refusals.putBack(sums);
      throw error;
    }
  };
  /** Calls that arrive meanwhile wait for the next batch: small batches cost far more per call. */
  const writeAll = async () => {
    for (let left = batches.count; left > 0; left -= 1) {
      const batch = batches.first();
      if (!batch) break;
      await write(batch).catch((error) => {
        if (!isRefused(error)) throw error;
        // A batch that Postgres rejects for good must not block the following ones.
        log.error({ err: error, calls: batch.calls }, 'calls refused by the request log');
        dropAll(batch, 'call');
      });
      for (const [apiId, { workspaceId }] of batch.apis) news.add(apiId, workspaceId);
      batches.done();
    }
    await writeRefusals();
    news.notify();
    if (dropped > 0) log.warn({ dropped }, 'calls missing in the request log');
    dropped = 0;
  };
  const drop = ({ apiId }: Pick<Call, 'apiId'>, what: 'call' | 'text') => {
    missing.add(apiId, what);
    onDrop(what);
  };
  const dropAll = (batch: CallBatch, what: 'call' | 'text') => {
    for (const [apiId, count] of batch.apis) for (let n = 0; n < count[what]; n += 1) drop({ apiId }, what);
  };
  /** Counts the calls that could not be written before shutdown. */
  const giveUp = () => {
    if (batches.calls > 0) log.error({ calls: batches.calls }, 'calls missing in the request log');
    for (let batch = batches.first(); batch; batch = batches.first()) {
      dropAll(batch, 'call');
      batches.done();
    }
  };
  const tellMissing = () =>
    missing.write().catch((err) => log.warn({ err }, 'calls missing in the request log not counted yet'));
  const flush = () =>
    writeAll()
      .catch((err) => log.warn({ err, kept: batches.calls }, 'request log not written'))
      .finally(tellMissing);
  const stop = repeat({ every: intervalMs, log, what: 'writing the request log' }, flush);
  return {
    record(call) {
      if (batches.calls + unprotected.size >= bufferSize) {
        dropped += 1;
        return drop(call, 'call');
      }
      if (!hasText(call)) return batches.add(call);
      if (batches.bytes >= maxTextBytes || unprotected.size >= maxUnprotected) {
        batches.add({ ...call, ...withoutTexts });
        return drop(call, 'text');
      }
      const logged = call.request ? protect(call) : call;
      if (!(logged instanceof Promise)) return batches.add(logged);
      const added = logged.then((entry) => batches.add(entry)).finally(() => unprotected.delete(added));
      unprotected.add(added);
    },
    refuse: (refusal) => refusals.add(refusal),
    async close() {
      await stop();
      await Promise.all(unprotected);
      await flush();
      giveUp();
      await tellMissing();
    },
  };
}
