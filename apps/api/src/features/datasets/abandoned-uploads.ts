import { errorCatalogue } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Services } from '../../platform/services.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { repeat } from '../../platform/time/repeat.ts';
import { datasetRepository, datasetSweep } from './repository.ts';

const seenEveryMs = 3_000;
const abandonedMs = 5 * seenEveryMs;
const error = { code: 'UPLOAD_ABORTED', message: errorCatalogue.UPLOAD_ABORTED.message };

/** Sends a heartbeat for an upload while it is being stored. */
export async function whileSeen<T>(ctx: SessionContext, id: string, storing: Promise<T>): Promise<T> {
  const { clock, db, log, actor } = ctx;
  const stop = repeat({ every: seenEveryMs, log, what: 'sending the heartbeat of an upload' }, () =>
    datasetRepository(db, actor.workspaceId).update(id, { uploadSeenAt: clock.now() }),
  );
  return storing.finally(stop);
}

/** Fails uploads whose process ended before they were stored, soon after it ended. */
export async function failAbandonedUploads(services: Services): Promise<void> {
  const { clock, storage } = services;
  const seenBefore = new Date(clock.now().getTime() - abandonedMs);
  const failed = await transact(services, async ({ db, publish }) => {
    const rows = await datasetSweep.failAbandoned(db, seenBefore, error);
    for (const { id: datasetId, workspaceId, apiId } of rows)
      publish(workspaceId, { type: 'dataset.changed', datasetId, apiId, status: 'error' });
    return rows;
  });
  for (const { id } of failed) await storage.removePrefix(objectKeys.uploadFolder(id));
}
