import { type QueueName, queueNames, queuePrefix, type queues, stopChannel } from '@rowcast/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import type { StopMode } from '../../db/jobs.repository.ts';
import type { Config } from '../config.ts';
import { connectionLog } from '../log/connection-log.ts';
import type { Log } from '../log/log.ts';
import { failFast } from '../redis/redis.ts';
import { withTimeout } from '../time/timeout.ts';
import { queueSettings } from './queue-settings.ts';

export type Payload<Q extends keyof typeof queues> = z.infer<(typeof queues)[Q]['payload']>;

export interface QueuedJob {
  id: string;
  queue: QueueName;
  payload: unknown;
}

export interface Queues {
  /** Called by the dispatcher. Adding the same job twice is harmless: the id is the row's. */
  add(job: QueuedJob): Promise<void>;
  /** Jobs that run or wait in Redis for a free slot; not those that wait for their next attempt. */
  occupied(name: QueueName): Promise<number>;
  /**
   * Removes a waiting job, or asks its worker to stop it. True when nobody was running it, and no outcome
   * of it is still to be applied.
   */
  stop(queue: QueueName, id: string, mode: StopMode): Promise<boolean>;
  /** The same with a job that nobody wants any more, whatever came of it. */
  drop(queue: QueueName, id: string): Promise<void>;
  /** Removes events that every listener has received, since they carry results. */
  forgetNews(name: QueueName): Promise<void>;
  get(name: QueueName): Queue;
  close(): Promise<void>;
}

/** Queue events arrive at once; missed ones are recovered from the jobs themselves. */
const newsKeptSeconds = 5;

/** BullMQ waits for a lost connection without end; a request must not. */
const patienceMs = 2_000;

const inTime = <T>(task: Promise<T>) => withTimeout(patienceMs, task, 'Redis did not answer in time');

export function openQueues(config: Pick<Config, 'REDIS_URL'>, redis: Redis, log: Log): Queues {
  const connection = { url: config.REDIS_URL, ...failFast };
  // Only until they are forgotten by their age.
  const streams = { events: { maxLen: 500 } };
  const opened = new Map(
    queueNames.map((name) => {
      const queue = new Queue(name, { connection, prefix: queuePrefix, skipVersionCheck: true, streams });
      queue.on('error', connectionLog(log, `queue ${name}`));
      return [name, queue] as const;
    }),
  );
  const get = (name: QueueName) => {
    const queue = opened.get(name);
    if (!queue) throw new Error(`no queue ${name}`);
    return queue;
  };
  const takeOut = async (name: QueueName, id: string, left: readonly string[]): Promise<boolean> => {
    const job = await get(name).getJob(id);
    if (!job) return true;
    if (left.includes(await job.getState())) return false;
    // A worker may take it this very moment; then it is locked and can't be removed.
    return job.remove().then(
      () => true,
      () => false,
    );
  };
  const end = (name: QueueName, id: string, mode: StopMode, left: readonly string[]) =>
    inTime(
      takeOut(name, id, left).then(async (idle) => {
        if (!idle) await redis.publish(stopChannel, JSON.stringify({ jobId: id, mode }));
        return idle;
      }),
    );
  return {
    get,
    add: ({ id, queue, payload }) =>
      inTime(
        get(queue).add(queue, payload, {
          jobId: id,
          attempts: queueSettings[queue].attempts,
          backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
          // Taken out as soon as its outcome is applied. Until then it must stay, whatever else has ended.
          removeOnComplete: false,
          removeOnFail: false,
        }),
      ).then(() => undefined),
    occupied: (name) => inTime(get(name).getJobCountByTypes('waiting', 'prioritized', 'active')),
    stop: (name, id, mode) => end(name, id, mode, ['active', 'completed', 'failed']),
    async drop(name, id) {
      await end(name, id, 'discard', ['active']);
    },
    async forgetNews(name) {
      // By the clock that their ids are made from.
      const [seconds = 0] = await redis.time();
      await redis.xtrim(get(name).toKey('events'), 'MINID', (Number(seconds) - newsKeptSeconds) * 1_000);
    },
    // While Redis is away there is nothing to take leave of.
    close: async () => {
      await Promise.allSettled([...opened.values()].map((queue) => queue.close()));
    },
  };
}
