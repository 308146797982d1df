import { setTimeout as sleep } from 'node:timers/promises';
import { queues } from '@rowcast/contracts';
import { eventStream } from '../../../platform/events/event-stream.ts';
import type { JobHandler } from '../../../platform/queue/job-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { objectKeys } from '../../../platform/storage/object-keys.ts';
import { eraseAnswers } from '../../../predict/logging/erase-responses.ts';
import { eraseRepository } from '../erase.repository.ts';

const { payload: erasePayload } = queues.erase;

/** By then every api process has logged the calls that were under way when the keys stopped, and said who is out. */
const loggedMs = 2_000;

/** Done twice it does the same, so that a killed process only makes it late. Bundles are left to the sweep. */
async function erase({ db, storage, redis }: Services, payload: unknown): Promise<void> {
  const { workspaceIds, apiIds, datasetIds, keyIds = [], keys } = erasePayload.parse(payload);
  for (const id of datasetIds) {
    await storage.removePrefix(objectKeys.uploadFolder(id));
    await storage.removePrefix(objectKeys.datasetFolder(id));
  }
  for (const key of keys) await storage.removePrefix(key);
  await sleep(loggedMs);
  if (workspaceIds.length > 0) await redis.del(workspaceIds.map(eventStream));
  await eraseAnswers(redis, { workspaceIds, keyIds });
  await eraseRepository(db).removeLogs(workspaceIds, apiIds);
}

export const eraseJob: JobHandler = {
  queue: 'erase',
  run: erase,
  /** What was promised is done, however long a service is away. */
  async failed(_services, { enqueue }, { subjectId, payload }) {
    const { jobId: _ended, ...left } = erasePayload.parse(payload);
    await enqueue('erase', { workspaceId: null, subjectId }, left);
  },
};
