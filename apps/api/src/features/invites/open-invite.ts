import { RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { managesTeam } from '../team/index.ts';
import { type InviteRow, inviteRepository } from './repository.ts';

/** An invite that nobody has accepted yet, for whoever manages the team or made it. */
export async function openInvite(
  { actor }: SessionContext,
  { db }: Pick<UnitOfWork, 'db'>,
  id: string,
): Promise<InviteRow> {
  const invite = await inviteRepository(db, actor.workspaceId).lock(id);
  if (!managesTeam(actor) && invite.invitedBy !== actor.userId) throw new RowcastError('FORBIDDEN');
  if (invite.acceptedAt) throw new RowcastError('INVITE_CLOSED');
  return invite;
}
