import type { QueueName } from '@rowcast/contracts';
import type { Executor } from '../platform/database.ts';
import { jobs } from './schema/operations.ts';

export interface NewJob {
  id: string;
  workspaceId: string | null;
  queue: QueueName;
  subjectId: string;
  payload: unknown;
  createdAt: Date;
}

export async function insertJob(db: Executor, job: NewJob): Promise<void> {
  await db.insert(jobs).values(job);
}
