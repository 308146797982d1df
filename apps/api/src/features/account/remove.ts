import { type Role, RowcastError, type userRoutes } from '@rowcast/contracts';
import { requireProof, type SessionContext } from '../../platform/context.ts';
import { transact, type UnitOfWork } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { eraseShadowAnswers } from '../../predict/rollouts/shadow.repository.ts';
import { auditPerson } from '../security/index.ts';
import { endInvitesOf } from '../team/index.ts';
import { accountContentsRepository } from './contents.repository.ts';
import { eraseRepository } from './erase.repository.ts';

/** As when members leave: their invitations end and the remaining members are notified. */
async function leave(
  { db, audit, publish }: UnitOfWork,
  userId: string,
  { id: workspaceId, role }: { id: string; role: Role },
): Promise<void> {
  await endInvitesOf(db, workspaceId, userId);
  audit({ action: 'member.left', targetType: 'member', targetId: userId, workspaceId, before: { role } });
  publish(workspaceId, { type: 'member.removed', userId });
}

/**
 * All rows go in one transaction, which also leaves a job for what lies outside the database: whenever a process is
 * killed, either nothing has happened or the job finishes it. What candidates answered in the shadow goes before.
 */
export async function deleteAccount(
  ctx: SessionContext,
  { params }: Input<typeof userRoutes.remove>,
): Promise<void> {
  const { userId } = ctx.actor;
  if (params.id !== userId) throw new RowcastError('NOT_FOUND');
  requireProof(ctx.actor);
  const own = await accountContentsRepository(ctx.db).ownWorkspaces(userId);
  if (own.every(({ others }) => others === 0))
    await eraseShadowAnswers(ctx.db, { workspaceIds: own.map(({ id }) => id) });
  await transact(ctx, async (unit) => {
    const { db, cancelJobs, enqueue, routeChanged, publish, eraseFromAudit } = unit;
    const contents = accountContentsRepository(db);
    const workspaces = await contents.lock(userId);
    if (workspaces.some(({ others }) => others > 0)) throw new RowcastError('WORKSPACE_HAS_MEMBERS');
    const workspaceIds = workspaces.map(({ id }) => id);
    const { apiIds, datasetIds, modelIds, keyIds, avatarKeys, archiveIds } = await contents.traces(
      userId,
      workspaceIds,
    );
    await cancelJobs([...datasetIds, ...modelIds, ...archiveIds]);
    for (const apiId of apiIds) routeChanged({ apiId });
    for (const id of workspaceIds) publish(id, { type: 'access.changed' }, userId);
    const teams = await contents.teams(userId, workspaceIds);
    for (const team of teams) await leave(unit, userId, team);
    await auditPerson(unit, userId, { action: 'account.deleted' });
    const repository = eraseRepository(db);
    const emails = await repository.emailsOf(userId);
    const concerned = [
      ...workspaceIds,
      ...teams.map(({ id }) => id),
      ...(await repository.invitedTo(emails)),
    ];
    await repository.removeRows(userId, emails, workspaceIds);
    eraseFromAudit({ userId, emails, workspaceIds: concerned });
    await enqueue(
      'erase',
      { workspaceId: null, subjectId: userId },
      {
        workspaceIds,
        apiIds,
        datasetIds,
        keyIds,
        keys: [...avatarKeys, ...archiveIds.map(objectKeys.archive)],
      },
    );
  });
}
