import { RowcastError, type teamRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { workspaceRepository } from '../workspaces/index.ts';
import { memberRepository } from './repository.ts';

/** In one transaction, so that there is one owner at every moment. */
export async function handOver(
  ctx: SessionContext,
  { body }: Input<typeof teamRoutes.handOver>,
): Promise<void> {
  const { workspaceId, userId } = ctx.actor;
  await transact(ctx, async ({ db, publish, audit, notify }) => {
    const { name: workspace } = await workspaceRepository(db).lock(workspaceId);
    const members = memberRepository(db, workspaceId);
    // Asked again under the lock: of two parallel calls, the second is no longer made by the owner.
    const giver = await members.find(userId);
    if (giver.role !== 'owner') throw new RowcastError('FORBIDDEN');
    const taker = await members.find(body.memberId);
    if (taker.id === giver.id) return;
    await members.setRole(giver.id, 'admin');
    await members.setRole(taker.id, 'owner');
    audit({
      ...{ action: 'workspace.handed_over', targetType: 'workspace', targetId: workspaceId },
      ...{ before: { owner: giver.id }, after: { owner: taker.id } },
    });
    const person = { workspaceId, userId: taker.id };
    notify(person, 'team.role_changed', { workspace, role: 'owner' }, '/invite');
    publish(workspaceId, { type: 'member.changed', userId: giver.id, role: 'admin' });
    publish(workspaceId, { type: 'member.changed', userId: taker.id, role: 'owner' });
  });
}
