import type { QueueName } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import {
  charge,
  contendersFor,
  lockQueue,
  markDispatched,
  queuesWithUndispatched,
  virtualTimeOf,
} from '../../db/job-shares.repository.ts';
import { coalesce } from '../concurrency/coalesce.ts';
import type { Config } from '../config.ts';
import { type Database, transaction } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { Clock } from '../time/clock.ts';
import { finishOf, maxRunningOf, nextTurn } from './fair-share.ts';
import { runningLimit } from './queue-settings.ts';
import type { Queues } from './queues.ts';
import { slotsOf } from './slots.ts';

interface Parts {
  config: Pick<Config, 'WORKSPACE_RUNNING_JOBS'>;
  clock: Clock;
  db: Database;
  log: Log;
  redis: Redis;
  queues: Queues;
}

export interface Dispatcher {
  /** Hands waiting jobs to the queue while it has free slots. Never rejects: the reconciler tries again. */
  dispatch(queue: QueueName): Promise<void>;
  /** The same with every queue that has waiting jobs. */
  dispatchAll(): Promise<void>;
}

/** Hands out the next job; false if there is none, or no free slot. */
function dispatchOne({ config, clock, db, redis, queues }: Parts, queue: QueueName): Promise<boolean> {
  return transaction(db, async (tx) => {
    // One process at a time, so that all of them together fill the slots once.
    await lockQueue(tx, queue);
    const contenders = await contendersFor(tx, queue);
    if (contenders.length === 0) return false;
    const [reported, occupied, now] = await Promise.all([
      slotsOf(redis, queue),
      queues.occupied(queue),
      virtualTimeOf(tx, queue),
    ]);
    // At least one, so that a process that starts finds a job.
    const slots = Math.max(1, reported);
    if (occupied >= slots) return false;
    const limit = runningLimit(queue, config);
    const left = new Set(contenders);
    for (;;) {
      const turn = nextTurn(left, now, (each) => maxRunningOf(each, { slots, limit }));
      if (!turn) return false;
      const { contender, started } = turn;
      const job = await markDispatched(tx, contender.jobId, clock.now());
      if (job) {
        const { workspaceId } = contender;
        await charge(tx, { queue, workspaceId, started, finished: finishOf(turn, job.costSeconds) });
        // Before the commit: a job that is in the queue although its row does not say so is only added again.
        await queues.add(job);
        return true;
      }
      left.delete(contender);
    }
  });
}

export function openDispatcher(parts: Parts): Dispatcher {
  const fill = coalesce(async (queue: QueueName) => {
    let found = true;
    while (found) found = await dispatchOne(parts, queue);
  });
  return {
    dispatch: (queue) =>
      fill(queue).catch((err) => parts.log.warn({ queue, err }, 'waiting jobs left to the reconciler')),
    async dispatchAll() {
      const waiting = await queuesWithUndispatched(parts.db);
      await Promise.all(waiting.map(fill));
    },
  };
}
