import type { QueueName } from '@rowcast/contracts';
import type { JobRow } from '../../db/jobs.repository.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { Services } from '../services.ts';

/** What this side does about the jobs of one queue. */
export interface JobHandler {
  queue: QueueName;
  /**
   * The work itself, where no Python worker does it; done again, it does the same. Throwing means: try again later.
   * `ending` is aborted when this process is to end, after which what was thrown counts as no attempt.
   */
  run?(services: Services, payload: unknown, ending: AbortSignal): Promise<unknown>;
  /** Applies the result, in the transaction that ends the job. Throws when the result is not what was agreed. */
  succeeded?(services: Services, unit: UnitOfWork, job: JobRow, result: unknown): Promise<void>;
  /** Every attempt failed. */
  failed?(services: Services, unit: UnitOfWork, job: JobRow): Promise<void>;
  /** A person asked it to end before any worker had begun. */
  cancelled?(services: Services, jobId: string): Promise<void>;
  /** News of a running job; called at most twice a second a job. */
  progressed?(services: Services, jobId: string, progress: unknown): Promise<void>;
}
