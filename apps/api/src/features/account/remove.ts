import { RowcastError, type userRoutes } from '@rowcast/contracts';
import { requireProof, type SessionContext } from '../../platform/context.ts';
import { objectKeys } from '../../platform/object-keys.ts';
import type { Input } from '../../platform/route.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { accountContentsRepository } from './contents.repository.ts';
import { eraseRepository } from './erase.repository.ts';

/**
 * All rows go in one transaction, which also leaves a job for what lies outside the database: whenever a process is
 * killed, either nothing has happened or the job finishes it.
 */
export async function deleteAccount(
  ctx: SessionContext,
  { params }: Input<typeof userRoutes.remove>,
): Promise<void> {
  const { userId } = ctx.actor;
  if (params.id !== userId) throw new RowcastError('NOT_FOUND');
  requireProof(ctx.actor);
  await transact(ctx, async ({ db, cancelJobs, enqueue, routeChanged, audit, eraseFromAudit }) => {
    const contents = accountContentsRepository(db);
    const workspaces = await contents.lock(userId);
    if (workspaces.some(({ others }) => others > 0)) throw new RowcastError('WORKSPACE_HAS_MEMBERS');
    const workspaceIds = workspaces.map(({ id }) => id);
    const { apiIds, datasetIds, modelIds, bundleHashes, avatarKeys, archiveIds } = await contents.traces(
      userId,
      workspaceIds,
    );
    await cancelJobs([...datasetIds, ...modelIds, ...archiveIds]);
    for (const apiId of apiIds) routeChanged({ apiId });
    const { email, webhookUrl } = await eraseRepository(db).removeRows(userId, workspaceIds);
    audit({ action: 'account.deleted', targetType: 'user', targetId: userId });
    eraseFromAudit({ userId, words: [email, webhookUrl ?? ''] });
    await enqueue(
      'erase',
      { workspaceId: null, subjectId: userId },
      {
        workspaceIds,
        apiIds,
        datasetIds,
        bundleHashes,
        keys: [...avatarKeys, ...archiveIds.map(objectKeys.archive)],
      },
    );
  });
}
