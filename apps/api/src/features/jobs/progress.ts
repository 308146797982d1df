import type { JobHandler } from '../../platform/queue/job-handler.ts';
import type { Services } from '../../platform/services.ts';

/** Stores and publishes the progress of a job. A failure does not delay later updates. */
export async function passOn(
  services: Services,
  handler: JobHandler,
  jobId: string,
  progress: unknown,
): Promise<void> {
  await handler
    .progressed?.(services, jobId, progress)
    .catch((err) => services.log.warn({ job: jobId, err }, 'progress not stored'));
}
