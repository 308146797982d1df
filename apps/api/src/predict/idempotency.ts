import { createHash, randomUUID } from 'node:crypto';
import { RowcastError } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Recall } from '../platform/model-server.ts';
import type { Prediction } from './answer.ts';

const keptSeconds = 24 * 3600;
/** Larger answers are given once and computed again when asked again. */
const mostBytes = 1024 * 1024;
/** Who waits for another's answer looks for it after so long, and then half as often each time. */
const firstLookMs = 10;
const seldomestLookMs = 500;
const visibleAscii = /^[\x21-\x7e]{1,255}$/;

const entry = z.object({
  callHash: z.string(),
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

/** Puts an answer in the place of the claim, or takes the claim back; another's is left alone. */
const settleScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '' then return redis.call('DEL', KEYS[1]) end
return redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])`;

export interface Outcome {
  prediction: Prediction;
  replayed: boolean;
}

interface Scope {
  keyId: string;
  given: string;
  /** All that an answer depends on beside the body. */
  asked: readonly string[];
  body: Buffer;
  patienceSeconds: number;
  recall: Recall;
}

export type Once = (scope: Scope, work: () => Promise<Prediction>) => Promise<Outcome>;

const hash = (...data: (Buffer | string)[]) => {
  const sha256 = createHash('sha256');
  for (const each of data) sha256.update(each);
  return sha256.digest('hex');
};

const pause = (ms: number, recall: Recall) =>
  new Promise<void>((resolve, reject) => {
    if (recall.reason) return reject(recall.reason);
    const timer = setTimeout(() => {
      recall.onTaken = null;
      resolve();
    }, ms);
    recall.onTaken = (reason) => {
      clearTimeout(timer);
      reject(reason);
    };
  });

/** One answer for all calls with the same Idempotency-Key that ask the same. Without Redis each is answered for itself. */
export function idempotency({ redis }: { redis: Redis }): Once {
  async function replay(name: string, callHash: string): Promise<Outcome | null> {
    const text = await redis.get(name);
    const found = text && entry.parse(JSON.parse(text));
    if (!found) return null;
    if (found.callHash !== callHash) throw new RowcastError('IDEMPOTENCY_KEY_REUSED');
    if (!found.answer) return null;
    const body = Buffer.from(found.answer.body, 'base64');
    return { prediction: { ...found.answer, body }, replayed: true };
  }

  /** The answer of an earlier call, waited for while that is under way; null once this one has the claim. */
  async function earlier(
    name: string,
    claim: string,
    callHash: string,
    { patienceSeconds, recall }: Scope,
  ): Promise<Outcome | null> {
    const deadline = performance.now() + patienceSeconds * 1000;
    for (let ms = firstLookMs; ; ms = Math.min(ms * 2, seldomestLookMs)) {
      if (await redis.set(name, claim, 'EX', patienceSeconds + 5, 'NX')) return null;
      const found = await replay(name, callHash);
      if (found) return found;
      if (performance.now() > deadline) throw new RowcastError('MODEL_SERVER_TIMEOUT');
      await pause(ms, recall);
    }
  }

  /** Whatever becomes of Redis meanwhile, who was answered gets the answer. */
  const settle = (name: string, claim: string, kept: string) =>
    redis.eval(settleScript, 1, name, claim, kept, keptSeconds).catch(() => {});

  function textOf(callHash: string, { body, ...rest }: Prediction): string {
    if (body.length > mostBytes || rest.status >= 500) return '';
    return JSON.stringify({ callHash, answer: { ...rest, body: body.toString('base64') } });
  }

  return async (scope, work) => {
    const { keyId, given, asked, body, recall } = scope;
    if (!visibleAscii.test(given)) throw new RowcastError('IDEMPOTENCY_KEY_INVALID');
    const name = `once:{${keyId}}:${hash(given)}`;
    const callHash = hash(JSON.stringify(asked), body);
    const claim = JSON.stringify({ callHash, claim: randomUUID(), answer: null });
    const found = await earlier(name, claim, callHash, scope).catch((error: unknown) => {
      if (error instanceof RowcastError || recall.reason) throw error;
      return null;
    });
    if (found) return found;
    const prediction = await work().catch(async (error: unknown) => {
      await settle(name, claim, '');
      throw error;
    });
    await settle(name, claim, textOf(callHash, prediction));
    return { prediction, replayed: false };
  };
}
