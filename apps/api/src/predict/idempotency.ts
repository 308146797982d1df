import { createHash } from 'node:crypto';
import { RowcastError } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Prediction } from './answer.ts';

const keptSeconds = 24 * 3600;
/** Larger answers are given once and computed again when asked again. */
const mostBytes = 1024 * 1024;
const pollMs = 50;
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
    })
    .nullable(),
});

export interface Outcome {
  prediction: Prediction;
  replayed: boolean;
}

export type Once = (
  scope: { keyId: string; given: string; asked: readonly string[]; body: Buffer; patienceSeconds: number },
  work: () => Promise<Prediction>,
) => Promise<Outcome>;

const hash = (...data: (Buffer | string)[]) => {
  const sha256 = createHash('sha256');
  for (const each of data) sha256.update(each);
  return sha256.digest('hex');
};
const pause = () => new Promise((resolve) => setTimeout(resolve, pollMs));

/**
 * One answer for all calls with the same Idempotency-Key that ask the same: `asked` is all that an answer depends on
 * beside the body. Without Redis each call is answered for itself.
 */
export function idempotency({ redis }: { redis: Redis }): Once {
  const claim = (name: string, callHash: string, seconds: number) =>
    redis.set(name, JSON.stringify({ callHash, answer: null }), 'EX', seconds, 'NX');

  async function keep(name: string, callHash: string, { body, ...rest }: Prediction): Promise<void> {
    if (body.length > mostBytes || rest.status >= 500) return void (await redis.del(name));
    const answer = { ...rest, body: body.toString('base64') };
    await redis.set(name, JSON.stringify({ callHash, answer }), 'EX', keptSeconds);
  }

  async function replay(name: string, callHash: string): Promise<Outcome | null> {
    const text = await redis.get(name);
    const found = text && entry.parse(JSON.parse(text));
    if (!found) return null;
    if (found.callHash !== callHash) throw new RowcastError('IDEMPOTENCY_KEY_REUSED');
    if (!found.answer) return null;
    const body = Buffer.from(found.answer.body, 'base64');
    return { prediction: { ...found.answer, body }, replayed: true };
  }

  return async ({ keyId, given, asked, body, patienceSeconds }, work) => {
    if (!visibleAscii.test(given)) throw new RowcastError('IDEMPOTENCY_KEY_INVALID');
    if (redis.status !== 'ready') return { prediction: await work(), replayed: false };
    const name = `once:{${keyId}}:${hash(given)}`;
    const callHash = hash(JSON.stringify(asked), body);
    for (;;) {
      if (await claim(name, callHash, patienceSeconds + 5)) break;
      const earlier = await replay(name, callHash);
      if (earlier) return earlier;
      await pause();
    }
    try {
      const prediction = await work();
      await keep(name, callHash, prediction);
      return { prediction, replayed: false };
    } catch (error) {
      await redis.del(name).catch(() => {});
      throw error;
    }
  };
}
