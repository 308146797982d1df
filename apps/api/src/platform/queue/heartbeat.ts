import { once } from 'node:events';
import { aliveKey, aliveSeconds, type Heart } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import type { Services } from '../services.ts';
import { repeat } from '../time/repeat.ts';

/** Sends a heartbeat while this process runs. */
export function beat({ redis, log }: Pick<Services, 'redis' | 'log'>, heart: Heart): () => Promise<void> {
  const every = (aliveSeconds * 1000) / 3;
  return repeat(
    { every, log, what: 'createMetadataEndpoints that the process works', atOnce: true },
    async () => {
      // At the start the connection is still being made.
      if (redis.status !== 'ready') await once(redis, 'ready');
      await redis.set(aliveKey(heart), '1', 'EX', aliveSeconds);
    },
  );
}

/** Whether a process of this kind has a recent heartbeat. */
export const beats = async (redis: Redis, heart: Heart): Promise<boolean> =>
  (await redis.exists(aliveKey(heart))) === 1;
