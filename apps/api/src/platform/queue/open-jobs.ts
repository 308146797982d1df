import { RowcastError } from '@rowcast/contracts';
import { countOpenJobs } from '../../db/jobs.repository.ts';
import type { Transaction } from '../db/database.ts';

/** Workers take jobs in turn, whoever they are of, so a workspace must leave others theirs. */
const bounds = {
  lookThroughs: { queues: ['lint'], most: 8, retryAfterSeconds: 5, code: 'TOO_MANY_LOOK_THROUGHS' },
  reads: { queues: ['ingest', 'pull'], most: 50, retryAfterSeconds: 15, code: 'TOO_MANY_READS' },
  trainings: { queues: ['train'], most: 50, retryAfterSeconds: 60, code: 'TOO_MANY_TRAININGS' },
} as const;

/** Refuses one more than a workspace may have open; comes last before the job is recorded, for it locks. */
export async function refuseTooManyOpen(
  db: Transaction,
  workspaceId: string,
  kind: keyof typeof bounds,
): Promise<void> {
  const { queues, most, retryAfterSeconds, code } = bounds[kind];
  if ((await countOpenJobs(db, workspaceId, queues)) >= most)
    throw new RowcastError(code, { retryAfterSeconds });
}
