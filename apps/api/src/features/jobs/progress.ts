import type { JobHandler } from '../../platform/queue/job-handler.ts';
import type { Services } from '../../platform/services.ts';

/** Tells what a job says of itself. What can't be stored or told now holds up nothing that follows. */
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
