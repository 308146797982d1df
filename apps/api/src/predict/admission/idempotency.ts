import { createHash, randomUUID } from 'node:crypto';
import { RowcastError } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { CancellationToken } from '../../platform/model-server.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { daySeconds } from '../../platform/time/durations.ts';
import type { Prediction } from '../execution/predict-rows.ts';

const keptSeconds = daySeconds;
/** Larger responses are not stored, only the fact that there was one. */
const maxBytes = 64 * 1024;
/** Daily storage per workspace. Beyond it, only the fact of a response is stored; beyond twice as much, nothing. */
const maxBytesOfDay = 64 * 1024 * 1024;
/** Initial polling delay while waiting for a concurrent call; doubles each time. */
const firstLookMs = 10;
const seldomestLookMs = 500;
const visibleAscii = /^[\x21-\x7e]{1,255}$/;

const entry = z.object({
  callHash: z.string(),
  /** Marks a response that is not stored, as opposed to a pending claim. */
  isAnswered: z.boolean().default(false),
  answer: z
    .object({
      id: z.string(),
      status: z.number(),
      contentType: z.string(),
      body: z.string(),
      code: z.string().nullable(),
      rows: z.number(),
      version: z.number(),
      isWrapped: z.boolean().default(true),
      jsonBytes: z.string().nullable().default(null),
      warnings: z.string().nullable().default(null),
    })
    .nullable(),
});

/** Replaces the claim by the response or releases it. Leaves the claims of other calls alone. */
const settleScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
local day, most = tonumber(redis.call('GET', KEYS[2]) or 0), tonumber(ARGV[5])
local kept = day + #ARGV[2] > most and ARGV[3] or ARGV[2]
if kept == '' or day > 2 * most then return redis.call('DEL', KEYS[1]) end
redis.call('INCRBY', KEYS[2], #KEYS[1] + #kept)
redis.call('EXPIRE', KEYS[2], ARGV[4])
return redis.call('SET', KEYS[1], kept, 'EX', ARGV[4])`;

/** The stored response, or only the fact that there was one. */
interface Kept {
  whole: string;
  least: string;
}
const nothing: Kept = { whole: '', least: '' };

export interface Outcome {
  prediction: Prediction;
  replayed: boolean;
}

interface Scope {
  workspaceId: string;
  keyId: string;
  given: string;
  /** Everything besides the body that the response depends on. */
  asked: readonly string[];
  body: Buffer;
  patienceSeconds: number;
  cancellation: CancellationToken;
}

export type Once = (scope: Scope, work: () => Promise<Prediction>) => Promise<Outcome>;

const hash = (...data: (Buffer | string)[]) => {
  const sha256 = createHash('sha256');
  for (const each of data) sha256.update(each);
  return sha256.digest('hex');
};

const pause = (ms: number, cancellation: CancellationToken) =>
  new Promise<void>((resolve, reject) => {
    if (cancellation.reason) return reject(cancellation.reason);
    const timer = setTimeout(() => {
      cancellation.onCancelled = null;
      resolve();
    }, ms);
    cancellation.onCancelled = (reason) => {
      clearTimeout(timer);
      reject(reason);
    };
  });

/** Returns the stored response for a repeated Idempotency-Key. Without Redis each call is predicted on its own. */
export function idempotency({ redis, clock }: { redis: Redis; clock: Clock }): Once {
  async function replay(name: string, callHash: string): Promise<Outcome | null> {
    const text = await redis.get(name);
    const found = text && entry.parse(JSON.parse(text));
    if (!found) return null;
    if (found.callHash !== callHash) throw new RowcastError('IDEMPOTENCY_KEY_REUSED');
    if (found.isAnswered && !found.answer) throw new RowcastError('IDEMPOTENCY_ANSWER_NOT_KEPT');
    if (!found.answer) return null;
    const body = Buffer.from(found.answer.body, 'base64');
    return { prediction: { ...found.answer, body }, replayed: true };
  }

  /** Returns the response of an earlier call, waiting for a running one; null once this call holds the claim. */
  async function earlier(
    name: string,
    claim: string,
    callHash: string,
    { patienceSeconds, cancellation }: Scope,
  ): Promise<Outcome | null> {
    const deadline = performance.now() + patienceSeconds * 1000;
    for (let ms = firstLookMs; ; ms = Math.min(ms * 2, seldomestLookMs)) {
      if (await redis.set(name, claim, 'EX', patienceSeconds + 5, 'NX')) return null;
      const found = await replay(name, callHash);
      if (found) return found;
      if (performance.now() > deadline) throw new RowcastError('MODEL_SERVER_TIMEOUT');
      await pause(ms, cancellation);
    }
  }

  /** A Redis failure must not affect the response. */
  function settle(workspaceId: string, name: string, claim: string, { whole, least }: Kept) {
    const day = `once:{${workspaceId}}:bytes:${clock.now().toISOString().slice(0, 10)}`;
    const args = [claim, whole, least, keptSeconds, maxBytesOfDay];
    return redis.eval(settleScript, 2, name, day, ...args).catch(() => {});
  }

  function keptOf(callHash: string, { body, ...rest }: Prediction): Kept {
    if (rest.status >= 500) return nothing;
    const least = JSON.stringify({ callHash, isAnswered: true, answer: null });
    if (body.length > maxBytes) return { whole: least, least };
    const answer = { ...rest, body: body.toString('base64') };
    return { whole: JSON.stringify({ callHash, isAnswered: true, answer }), least };
  }

  return async (scope, work) => {
    const { workspaceId, keyId, given, asked, body, cancellation } = scope;
    if (!visibleAscii.test(given)) throw new RowcastError('IDEMPOTENCY_KEY_INVALID');
    const name = `once:{${workspaceId}}:${keyId}:${hash(given)}`;
    const callHash = hash(JSON.stringify(asked), body);
    const claim = JSON.stringify({ callHash, claim: randomUUID(), answer: null });
    const found = await earlier(name, claim, callHash, scope).catch((error: unknown) => {
      if (error instanceof RowcastError || cancellation.reason) throw error;
      return null;
    });
    if (found) return found;
    const prediction = await work().catch(async (error: unknown) => {
      await settle(workspaceId, name, claim, nothing);
      throw error;
    });
    await settle(workspaceId, name, claim, keptOf(callHash, prediction));
    return { prediction, replayed: false };
  };
}
