import { queuePrefix } from '@rowcast/contracts';
import { Worker } from 'bullmq';
import { connectionLog } from '../../platform/connection-log.ts';
import type { JobHandler } from '../../platform/job-handler.ts';
import { behind } from '../../platform/logged-error.ts';
import { patient } from '../../platform/redis.ts';
import type { Services } from '../../platform/services.ts';

const concurrency = 4;
/** So long after a process was killed, another takes up what it left. */
const takenUp = { lockDuration: 15_000, stalledInterval: 5_000 };

/** The queue keeps why an attempt failed, so no more of an error goes there than into the log. */
function failTold(cause: unknown): never {
  const { type, said } = behind(cause);
  const told = new Error(`${type} ${said}`.trim(), { cause });
  told.stack = '';
  throw told;
}

/** Runs the jobs whose work is done in this process. */
export function work(services: Services, { queue, run }: JobHandler): () => Promise<void> {
  if (!run) return async () => {};
  const worker = new Worker(queue, (job) => run(services, job.data).catch(failTold), {
    connection: { url: services.config.REDIS_URL, ...patient },
    prefix: queuePrefix,
    skipVersionCheck: true,
    concurrency,
    ...takenUp,
  });
  worker.on('error', connectionLog(services.log, `worker of ${queue}`));
  worker.on('failed', (job, err) => services.log.warn({ queue, job: job?.id, err }, 'attempt failed'));
  return () => worker.close();
}
