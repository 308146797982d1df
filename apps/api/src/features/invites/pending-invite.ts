import { RowcastError } from '@rowcast/contracts';
import type { Actor, SessionContext } from '../../platform/context.ts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { lockTeam, managesTeam } from '../team/index.ts';
import { type InviteRow, inviteRepository } from './repository.ts';

export function assertMayHandle(actor: Actor, { invitedBy, acceptedAt }: InviteRow): void {
  if (!managesTeam(actor) && invitedBy !== actor.userId) throw new RowcastError('FORBIDDEN');
  if (acceptedAt) throw new RowcastError('INVITE_CLOSED');
}

/**
 * A pending invite, for managers of the team and its sender. The team is locked first, as
 * everywhere, so that two who change it wait for each other and never both.
 */
export async function openInvite(ctx: SessionContext, { db }: Pick<UnitOfWork, 'db'>, id: string) {
  const { workspace, actor } = await lockTeam(ctx, db);
  const invite = await inviteRepository(db, workspace.id).lock(id);
  assertMayHandle(actor, invite);
  return { invite, workspace, actor };
}
