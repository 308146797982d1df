import { queuePrefix } from '@rowcast/contracts';
import { type Job, WaitingError, Worker } from 'bullmq';
import { behind } from '../../platform/errors/logged-error.ts';
import { connectionLog } from '../../platform/log/connection-log.ts';
import type { JobHandler } from '../../platform/queue/job-handler.ts';
import { connectNow, patient } from '../../platform/redis/redis.ts';
import type { Services } from '../../platform/services.ts';

/** Jobs of each queue that one process runs at the same time. */
export const concurrency = 4;
/** After this time another process takes over the jobs of a killed one. Handlers are idempotent. */
const takenUp = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 10 };

/** The queue keeps why an attempt failed, so no more of an error goes there than into the log. */
function failWithMessage(cause: unknown): never {
  const { type, said } = behind(cause);
  const reported = new Error(`${type} ${said}`.trim(), { cause });
  reported.stack = '';
  throw reported;
}

/** Runs the jobs whose work is done in this process. */
export function work(services: Services, { queue, run }: JobHandler): () => Promise<void> {
  if (!run) return async () => {};
  const ending = new AbortController();
  const attempt = async (job: Job, token = '') => {
    try {
      return await run(services, job.data, ending.signal);
    } catch (error) {
      if (!ending.signal.aborted) failWithMessage(error);
      // The next worker has the same number of attempts left.
      await job.moveToWait(token);
      throw new WaitingError();
    }
  };
  const worker = new Worker(queue, attempt, {
    connection: { url: services.config.REDIS_URL, ...patient },
    prefix: queuePrefix,
    skipVersionCheck: true,
    concurrency,
    ...takenUp,
  });
  worker.on('error', connectionLog(services.log, `worker of ${queue}`));
  worker.on('failed', (job, err) => services.log.warn({ queue, job: job?.id, err }, 'attempt failed'));
  return async () => {
    await connectNow(worker.getBackend().blockingClient);
    ending.abort();
    await worker.close();
  };
}
