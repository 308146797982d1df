import { aliveSeconds, processSlots, type QueueName, slotsKey } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import { uuidv7Hex } from '../ids.ts';

export type Slots = Partial<Record<QueueName, number>>;

/** Reports how many jobs this process runs at the same time. */
export function slotReport(redis: Redis, slots: Slots) {
  const member = JSON.stringify({ process: uuidv7Hex(), slots });
  return {
    async renew(): Promise<void> {
      const [now] = await redis.time();
      await redis
        .multi()
        .zadd(slotsKey, Number(now) + aliveSeconds, member)
        .zremrangebyscore(slotsKey, '-inf', Number(now))
        .exec();
    },
    withdraw: () => redis.zrem(slotsKey, member),
  };
}

/** Slots of a queue in all processes with a recent report. */
export async function slotsOf(redis: Redis, queue: QueueName): Promise<number> {
  const [now] = await redis.time();
  const members = await redis.zrangebyscore(slotsKey, `(${now}`, '+inf');
  return members.reduce((total, member) => {
    const report = processSlots.safeParse(JSON.parse(member));
    return total + (report.data?.slots[queue] ?? 0);
  }, 0);
}
