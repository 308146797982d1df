import { beat } from '../../platform/queue/heartbeat.ts';
import type { Services } from '../../platform/services.ts';
import { dayMs } from '../../platform/time/durations.ts';
import { repeat } from '../../platform/time/repeat.ts';
import { waitUpTo } from '../../platform/time/timeout.ts';
import { watchUnavailableModels } from '../deployments/index.ts';
import { watchDueMail, watchQuotas } from '../notifications/index.ts';
import { endSupersededRollout, watchRollouts } from '../rollouts/index.ts';
import { handlersByQueue, jobHandlers } from './handlers.ts';
import { listen } from './queue-events.ts';
import { reconcile } from './reconcile.ts';
import { concurrency, work } from './run-worker.ts';
import { watchQueue } from './watch-queue.ts';

const reconcileIntervalMs = 3_000;
/** Grace period for running jobs if Redis is down at shutdown. */
const patienceMs = 2_000;
const schedules = [
  { queue: 'maintenance', name: 'sweep', every: 10 * 60_000 },
  { queue: 'scrub', name: 'scrub', every: dayMs },
] as const;

/** The schedulers are data in Redis, so they are put back after a flush. */
async function scheduleRecurring({ queues }: Services): Promise<void> {
  for (const { queue: queueName, name, every } of schedules) {
    const queue = queues.get(queueName);
    if (await queue.getJobScheduler(name)) continue;
    const opts = { removeOnComplete: 10, removeOnFail: 10 };
    await queue.upsertJobScheduler(name, { every }, { name, opts });
  }
}

/** Works, listens and reconciles until the returned function is called. While Redis is away it waits. */
export function runJobs(services: Services): () => Promise<void> {
  const handlers = handlersByQueue(jobHandlers);
  const stops = [...handlers.values()].flatMap((handler) => [
    work(services, handler),
    listen(services, handler),
  ]);
  const own = [...handlers.values()].filter(({ run }) => run).map(({ queue }) => [queue, concurrency]);
  stops.push(beat(services, 'jobs', Object.fromEntries(own)));
  const watchers = [
    watchRollouts(services),
    watchDueMail(services),
    watchQuotas(services),
    watchUnavailableModels(services, endSupersededRollout),
    watchQueue(services),
  ];
  const stopReconciling = repeat(
    { every: reconcileIntervalMs, log: services.log, what: 'reconciling', atOnce: true },
    () => scheduleRecurring(services).then(() => reconcile(services, handlers)),
  );
  return async () => {
    const ended = Promise.all([stopReconciling(), ...stops.map((stop) => stop())]);
    // Connections that are about to reconnect never emit their end.
    const isAway = services.redis.status !== 'ready';
    await Promise.all([isAway ? waitUpTo(patienceMs, ended) : ended, ...watchers.map((stop) => stop())]);
  };
}
