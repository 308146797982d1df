import { RowcastError } from '@rowcast/contracts';
import { countOpenJobs } from '../../db/jobs.repository.ts';
import type { Transaction } from '../db/database.ts';

/** Workers take jobs in order, so the open jobs of a workspace are limited. */
const bounds = {
  lookThroughs: { queues: ['lint'], most: 8, retryAfterSeconds: 5, code: 'TOO_MANY_LOOK_THROUGHS' },
  reads: { queues: ['ingest', 'pull'], most: 50, retryAfterSeconds: 15, code: 'TOO_MANY_READS' },
  trainings: { queues: ['train'], most: 50, retryAfterSeconds: 60, code: 'TOO_MANY_TRAININGS' },
} as const;

/** Rejects a job over the limit. Call it just before recording the job, since it takes a lock. */
export async function refuseTooManyOpen(
  db: Transaction,
  workspaceId: string,
  kind: keyof typeof bounds,
): Promise<void> {
  const { queues, most, retryAfterSeconds, code } = bounds[kind];
  if ((await countOpenJobs(db, workspaceId, queues)) >= most)
    throw new RowcastError(code, { retryAfterSeconds });
}
