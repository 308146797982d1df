import type { QueueName } from '@rowcast/contracts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from './app.ts';

/** Waiting jobs of a workspace that are in no queue. */
export async function addOpenJobs(app: TestApp, workspaceId: string, queue: QueueName, count: number) {
  for (const id of Array.from({ length: count }, () => newId('job')))
    await app.sql.query(
      `insert into jobs (id, workspace_id, queue, subject_id, payload, created_at)
       values ($1, $2, $3, $1, '{}', now())`,
      [id, workspaceId, queue],
    );
}

/** One of them ends. */
export async function endOpenJob(app: TestApp, workspaceId: string, queue: QueueName) {
  const { rowCount } = await app.sql.query(
    `update jobs set state = 'done', finished_at = now()
     where id = (select id from jobs where queue = $1 and workspace_id = $2 and state = 'waiting' limit 1)`,
    [queue, workspaceId],
  );
  if (rowCount !== 1) throw new Error(`no job of ${queue} is open`);
}
