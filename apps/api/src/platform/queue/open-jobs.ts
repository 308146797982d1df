import { RowcastError } from '@rowcast/contracts';
import { openCost } from '../../db/job-shares.repository.ts';
import { countOpenJobs } from '../../db/jobs.repository.ts';
import type { Transaction } from '../db/database.ts';

/** Open jobs of a workspace, running and waiting ones. */
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

const hours = (seconds: number) => (seconds / 3_600).toLocaleString('en', { maximumSignificantDigits: 3 });

/** Rejects a training whose time budget exceeds what is left to its workspace. Call it after `refuseTooManyOpen`. */
export async function refuseTooManyHours(
  db: Transaction,
  workspaceId: string,
  { budgetSeconds, maxHours }: { budgetSeconds: number; maxHours: number },
): Promise<void> {
  const open = await openCost(db, workspaceId, 'train');
  if (open + budgetSeconds <= maxHours * 3_600) return;
  const message =
    `This training asks for ${hours(budgetSeconds)} hours, and running and queued trainings take ${hours(open)} of the ` +
    `${hours(maxHours * 3_600)} hours of this workspace. Choose a shorter time budget, stop a training, or wait until one ends.`;
  throw new RowcastError('TRAINING_HOURS_EXCEEDED', {
    message,
    fields: [{ field: 'timeBudgetSeconds', message }],
    retryAfterSeconds: 60,
  });
}
