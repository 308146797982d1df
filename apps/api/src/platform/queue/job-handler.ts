import type { QueueName } from '@rowcast/contracts';
import type { JobRow } from '../../db/jobs.repository.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { Services } from '../services.ts';

/** Handles the jobs of one queue. */
export interface JobHandler {
  queue: QueueName;
  /**
   * The work itself, where no Python worker does it; done again, it does the same. Throwing means: try again later.
   * `ending` is aborted when this process is to end, after which what was thrown counts as no attempt.
   */
  run?(services: Services, payload: unknown, ending: AbortSignal): Promise<unknown>;
  /** Applies the result in the transaction that ends the job. Throws if the result is invalid. */
  succeeded?(services: Services, unit: UnitOfWork, job: JobRow, result: unknown): Promise<void>;
  /** Every attempt failed. */
  failed?(services: Services, unit: UnitOfWork, job: JobRow): Promise<void>;
  /** Cancelled before a worker began. */
  cancelled?(services: Services, jobId: string): Promise<void>;
  /** Progress of a running job; called at most twice a second. */
  progressed?(services: Services, jobId: string, progress: unknown): Promise<void>;
}
