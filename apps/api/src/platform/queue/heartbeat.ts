import { once } from 'node:events';
import { aliveKey, aliveSeconds, type Heart } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import type { Services } from '../services.ts';
import { repeat } from '../time/repeat.ts';
import { type Slots, slotReport } from './slots.ts';

/** Sends a heartbeat, and how many jobs this process runs at the same time, until the returned function is called. */
export function beat(
  { redis, log, dispatcher }: Pick<Services, 'redis' | 'log' | 'dispatcher'>,
  heart: Heart,
  slots: Slots,
): () => Promise<void> {
  const every = (aliveSeconds * 1000) / 3;
  const report = slotReport(redis, slots);
  let isReported = false;
  const stop = repeat({ every, log, what: 'sending a heartbeat', atOnce: true }, async () => {
    // At the start the connection is still being made.
    if (redis.status !== 'ready') await once(redis, 'ready');
    await Promise.all([redis.set(aliveKey(heart), '1', 'EX', aliveSeconds), report.renew()]);
    if (!isReported) await dispatcher.dispatchAll();
    isReported = true;
  });
  return async () => {
    await stop();
    await report.withdraw().catch(() => {});
  };
}

/** Whether a process of this kind has a recent heartbeat. */
export const beats = async (redis: Redis, heart: Heart): Promise<boolean> =>
  (await redis.exists(aliveKey(heart))) === 1;
