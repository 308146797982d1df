import { rm } from 'node:fs/promises';
import path from 'node:path';
import { archiveResult, queues } from '@rowcast/contracts';
import { listenersOf } from '../../../db/notifications.repository.ts';
import type { UnitOfWork } from '../../../platform/db/unit-of-work.ts';
import type { JobHandler } from '../../../platform/queue/job-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { objectKeys } from '../../../platform/storage/object-keys.ts';
import { type ArchiveRow, archiveRepository } from '../archives.repository.ts';
import { writeArchive } from '../write-archive.ts';

async function pack(services: Services, payload: unknown) {
  const { archiveId, jobId } = queues.archive.payload.parse(payload);
  const archive = await archiveRepository(services.db).find(archiveId);
  if (!archive) return { sizeBytes: 0 };
  const file = path.join(services.storage.stagingFolder, `${jobId}.zip`);
  try {
    const sizeBytes = await writeArchive(services, archive.userId, file);
    // Their account may have been deleted meanwhile.
    if (!(await archiveRepository(services.db).find(archiveId))) return { sizeBytes: 0 };
    await services.storage.adopt(objectKeys.archive(archiveId), file);
    return { sizeBytes };
  } finally {
    await rm(file, { force: true });
  }
}

async function finish(
  { db, publish }: UnitOfWork,
  { subjectId: archiveId }: { subjectId: string },
  changes: Pick<ArchiveRow, 'status' | 'sizeBytes'>,
): Promise<void> {
  const archive = await archiveRepository(db).finish(archiveId, changes);
  for (const { workspaceId, userId } of archive ? await listenersOf(db, [archive.userId]) : [])
    publish(workspaceId, { type: 'archive.changed', archiveId }, userId);
}

export const archiveJob: JobHandler = {
  queue: 'archive',
  run: pack,
  succeeded: (_services, unit, job, result) =>
    finish(unit, job, { status: 'ready', ...archiveResult.parse(result) }),
  failed: (_services, unit, job) => finish(unit, job, { status: 'failed', sizeBytes: null }),
};
