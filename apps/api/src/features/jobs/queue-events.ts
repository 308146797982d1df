import { queuePrefix } from '@rowcast/contracts';
import { QueueEvents } from 'bullmq';
import { connectionLog } from '../../platform/log/connection-log.ts';
import type { JobHandler } from '../../platform/queue/job-handler.ts';
import { blocking, connectNow } from '../../platform/redis/redis.ts';
import type { Services } from '../../platform/services.ts';
import { repeat } from '../../platform/time/repeat.ts';
import { settle } from './apply-outcome.ts';
import { passOn } from './progress.ts';

const newsIntervalMs = 500;

/** Follows queue events: finished jobs at once, progress twice a second. The reconciler finds what is missed. */
export function listen(
  services: Services,
  handler: JobHandler,
  blockingTimeout = 10_000,
): () => Promise<void> {
  const { config, log } = services;
  const { queue } = handler;
  const events = new QueueEvents(queue, {
    connection: { url: config.REDIS_URL, ...blocking(blockingTimeout) },
    blockingTimeout,
    prefix: queuePrefix,
    skipVersionCheck: true,
  });
  events.on('error', connectionLog(log, `events of ${queue}`));
  const news = new Map<string, unknown>();
  const settleOne = ({ jobId }: { jobId: string }) => {
    news.delete(jobId);
    settle(services, handler, jobId)
      .catch((err) => log.warn({ job: jobId, err }, 'result left to the reconciler'))
      .then(refill);
  };
  const refill = () => services.dispatcher.dispatch(queue);
  events.on('completed', settleOne).on('failed', settleOne);
  // It waits for its next attempt, and its slot is free.
  events.on('delayed', refill);
  events.on('progress', ({ jobId, data }) => news.set(jobId, data));
  const tell = async () => {
    const latest = [...news];
    news.clear();
    for (const [jobId, progress] of latest) await passOn(services, handler, jobId, progress);
  };
  const stopTelling = repeat(
    { every: newsIntervalMs, log, what: `createMetadataEndpoints of ${queue}` },
    tell,
  );
  return async () => {
    await connectNow(events.getBackend().client);
    await Promise.all([stopTelling(), events.close()]);
  };
}
