import { type QueueName, queueNames, queuePrefix, type queues } from '@rowcast/contracts';
import { Queue } from 'bullmq';
import type { z } from 'zod';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

export type Payload<Q extends keyof typeof queues> = z.infer<(typeof queues)[Q]['payload']>;

export interface QueuedJob {
  id: string;
  queue: QueueName;
  payload: unknown;
}

export interface Queues {
  /** Adding the same job twice is harmless: the id is the row's. */
  add(job: QueuedJob): Promise<void>;
  get(name: QueueName): Queue;
  close(): Promise<void>;
}

const attempts: Record<QueueName, number> = { ingest: 3, train: 2, mail: 8, maintenance: 1 };

export function openQueues(config: Pick<Config, 'REDIS_URL'>, log: Log): Queues {
  const connection = {
    url: config.REDIS_URL,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 3_000,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
  };
  const opened = new Map(
    queueNames.map((name) => {
      const queue = new Queue(name, { connection, prefix: queuePrefix, skipVersionCheck: true });
      queue.on('error', (error) => log.warn({ queue: name, error: error.message }, 'queue connection'));
      return [name, queue] as const;
    }),
  );
  const get = (name: QueueName) => {
    const queue = opened.get(name);
    if (!queue) throw new Error(`no queue ${name}`);
    return queue;
  };
  return {
    get,
    async add({ id, queue, payload }) {
      await get(queue).add(queue, payload, {
        jobId: id,
        attempts: attempts[queue],
        backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
        removeOnComplete: { age: 3_600, count: 1_000 },
        removeOnFail: { age: 24 * 3_600, count: 1_000 },
      });
    },
    close: async () => {
      await Promise.all([...opened.values()].map((queue) => queue.close()));
    },
  };
}
