import { type Archive, type accountRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { dayMs } from '../../platform/time/durations.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { type ArchiveRow, archiveRepository } from './archives.repository.ts';
import { accountContentsRepository } from './contents.repository.ts';

const keptMs = 7 * dayMs;

const present = ({ id, status, sizeBytes, requestedAt, expiresAt }: ArchiveRow): Archive => ({
  id,
  status,
  sizeBytes,
  requestedAt: requestedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

export async function listArchives({ db, actor }: SessionContext) {
  return { data: (await archiveRepository(db).listOf(actor.userId)).map(present) };
}

/** One a person at a time: a new one takes the place of the one before. */
export async function requestArchive(ctx: SessionContext): Promise<Archive> {
  const { userId, workspaceId } = ctx.actor;
  const now = ctx.clock.now();
  const row: ArchiveRow = {
    id: newId('archive'),
    userId,
    status: 'preparing',
    sizeBytes: null,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + keptMs),
  };
  const former = await transact(ctx, async (unit) => {
    const { db, enqueue } = unit;
    await accountContentsRepository(db).lock(userId);
    const archives = archiveRepository(db);
    const replaced = await archives.removeOf(userId);
    if (replaced.some(({ status }) => status === 'preparing')) throw new RowcastError('ARCHIVE_UNDER_WAY');
    await archives.insert(row);
    await recordSecurityEvent(ctx, unit, { userId, kind: 'data_exported', details: { as: 'archive' } });
    await enqueue('archive', { workspaceId, subjectId: row.id }, { archiveId: row.id });
    return replaced;
  });
  for (const { id } of former)
    await ctx.storage
      .removePrefix(objectKeys.archive(id))
      .catch((error) => ctx.log.warn({ err: error }, 'former archive left to the sweep'));
  return present(row);
}

export async function downloadArchive(
  { db, actor, storage }: SessionContext,
  { params }: Input<typeof accountRoutes.downloadArchive>,
) {
  const archive = await archiveRepository(db).findReady(actor.userId, params.archiveId);
  const key = objectKeys.archive(params.archiveId);
  if (!archive || !(await storage.exists(key))) throw new RowcastError('NOT_FOUND');
  return {
    mediaType: 'application/zip',
    filename: `rowcast-${archive.requestedAt.toISOString().slice(0, 10)}.zip`,
    content: await storage.read(key),
  };
}
