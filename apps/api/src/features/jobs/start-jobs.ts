import { beat } from '../../platform/queue/heartbeat.ts';
import type { Services } from '../../platform/services.ts';
import { repeat } from '../../platform/time/repeat.ts';
import { waitUpTo } from '../../platform/time/timeout.ts';
import { watchDueMail, watchQuotas } from '../notifications/index.ts';
import { watchRollouts } from '../rollouts/index.ts';
import { handlersByQueue, jobHandlers } from './handlers.ts';
import { listen } from './queue-events.ts';
import { reconcile } from './reconcile.ts';
import { work } from './run-worker.ts';

const reconcileIntervalMs = 3_000;
/** Grace period for running jobs if Redis is down at shutdown. */
const patienceMs = 2_000;
const sweepIntervalMs = 10 * 60_000;

/** The scheduler is data in Redis, so it is put back after a flush. */
async function scheduleSweep({ queues }: Services): Promise<void> {
  const queue = queues.get('maintenance');
  if (await queue.getJobScheduler('sweep')) return;
  const opts = { removeOnComplete: 10, removeOnFail: 10 };
  await queue.upsertJobScheduler('sweep', { every: sweepIntervalMs }, { name: 'sweep', opts });
}

/** Works, listens and reconciles until the returned function is called. While Redis is away it waits. */
export function runJobs(services: Services): () => Promise<void> {
  const handlers = handlersByQueue(jobHandlers);
  const stops = [...handlers.values()].flatMap((handler) => [
    work(services, handler),
    listen(services, handler),
  ]);
  stops.push(beat(services, 'jobs'));
  const watchers = [watchRollouts(services), watchDueMail(services), watchQuotas(services)];
  const stopReconciling = repeat(
    { every: reconcileIntervalMs, log: services.log, what: 'reconciling', atOnce: true },
    () => scheduleSweep(services).then(() => reconcile(services, handlers)),
  );
  return async () => {
    const ended = Promise.all([stopReconciling(), ...stops.map((stop) => stop())]);
    // Connections that are about to reconnect never emit their end.
    const isAway = services.redis.status !== 'ready';
    await Promise.all([isAway ? waitUpTo(patienceMs, ended) : ended, ...watchers.map((stop) => stop())]);
  };
}
